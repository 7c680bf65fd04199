// What the page's script uses of others' modules, which the build fetches.

declare module "*/vendor/preact.js" {
  type Update<T> = (next: T | ((before: T) => T)) => void;
  type Ref<T> = { current: T };
  type Element = { type: unknown };
  /** Elements, of a template whose parts are not checked. */
  export function html(texts: TemplateStringsArray, ...values: unknown[]): Element;
  export function render(element: Element, where: object): void;
  export function useState<T>(first: T): [T, Update<T>];
  export function useRef<T>(first: T): Ref<T>;
  export function useEffect(run: () => void | (() => void), depends?: unknown[]): void;
  export function useLayoutEffect(run: () => void | (() => void), depends?: unknown[]): void;
}

declare module "*/pyodide/pyodide.mjs" {
  type Storage = { dbs: Record<string, IDBDatabase> };
  type Files = {
    filesystems: { IDBFS: Storage };
    mkdirTree(path: string): void;
    mount(kind: Storage, options: object, path: string): void;
    readdir(path: string): string[];
    syncfs(fill: boolean, done: (error: unknown) => void): void;
    unmount(path: string): void;
    writeFile(path: string, data: Uint8Array, options?: { canOwn: boolean }): void;
  };
  type Python = {
    FS: Files;
    pyimport(module: string): unknown;
    runPython(code: string): unknown;
    makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  };
  export function loadPyodide(options: { indexURL: string; env: Record<string, string>; _makeSnapshot?: boolean; _loadSnapshot?: ArrayBuffer; createPyodideModule?: (settings: object) => Promise<object> }): Promise<Python>;
}

declare module "*/pyodide/pyodide.asm.mjs" {
  type Module = { HEAP8: Int8Array; growMemory(size: number): unknown };
  export default function create(settings: object): Promise<Module>;
}

declare module "*/vendor/libsodium-wrappers.js" {
  type Bytes = Uint8Array;
  type Sodium = {
    ready: Promise<void>;
    crypto_sign_seed_keypair(seed: Bytes): { publicKey: Bytes; privateKey: Bytes };
    crypto_sign_detached(words: Bytes, key: Bytes): Bytes;
  };
  const sodium: Sodium;
  export default sodium;
}

declare module "*/vendor/mqtt.js" {
  type Properties = { retainAvailable?: boolean; messageExpiryInterval?: number; maximumPacketSize?: number; receiveMaximum?: number };
  export type Will = { topic: string; payload: Uint8Array; qos: 0; retain: false };
  export type Publish = { qos: 0 | 1; retain?: boolean; properties?: Properties };
  type Options = {
    protocolVersion: 4 | 5;
    clean: boolean;
    keepalive: number;
    reconnectPeriod: number;
    connectTimeout: number;
    resubscribe: boolean;
    properties?: Properties;
    will?: Will;
    createWebsocket(address: string, protocols: string[]): WebSocket;
  };
  interface Client {
    on(event: "packetreceive" | "close", hear: () => void): void;
    on(event: "connect", hear: (packet: { properties?: Properties }) => void): void;
    on(event: "message", hear: (topic: string, payload: Uint8Array) => void): void;
    on(event: "error", hear: (error: Error & { code?: number | string }) => void): void;
    on(event: "disconnect", hear: (packet: { reasonCode?: number }) => void): void;
    subscribe(topics: string[], options: { qos: 1 }, done: (error: Error | null, given?: { qos: number }[]) => void): void;
    publish(topic: string, message: Uint8Array, options: Publish, done: (error?: Error | null) => void): void;
    end(force: boolean): void;
  }
  const mqtt: { connect(url: string, options: Options): Client };
  export default mqtt;
}
