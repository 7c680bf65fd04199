// What the program sends the page. Written by `python -m tools.page.types`: do not edit.

/** What is done when something is chosen; the page sends it back as it is. */
export interface Act {
  do: string;
  [given: string]: unknown;
}
/** A view: what a screen shows, and what goes with it. */
export type View = Around & (CardView | BoardView);
export type Block =
  | Bars
  | Button
  | Calendar
  | Card
  | Chips
  | Code
  | Copyable
  | DayScore
  | Duel
  | Field
  | Figure
  | GivenAway
  | Glance
  | KeyLine
  | Ladder
  | Message
  | MoveLine
  | MoveTable
  | PairLine
  | Palette
  | Paragraph
  | Picture
  | Plot
  | Portrait
  | Poster
  | Progress
  | Race
  | Row
  | Run
  | Score
  | Signs
  | Space
  | Squares
  | Sum
  | Table
  | Title
  | ValueLine
  | Walk
  | Week;

/** What goes with what a screen shows. */
export interface Around {
  screen: string;
  language: string;
  theme: string;
  depth: number;
  place?: unknown[][];
  turn?: 1 | 2;
  notice?: Notice;
  tabs?: Button[];
  sections?: Button[];
  calls?: string;
  region?: string;
  sound?: boolean;
  notifies?: boolean;
  sheet?: CardView;
  words?: PageWords;
}

/** What there is to see and do on a screen that is no board, or on a sheet over one. */
export interface CardView {
  title: string;
  page?: Block[];
  beside?: Block[];
  fields?: Field[];
  main?: Button;
  buttons?: Button[];
  note?: string;
  secret?: boolean;
  shape: "page" | "start" | "people" | "landing";
  from_end?: boolean;
  initial?: string;
}

/** What there is to see and do on a screen with a board. */
export interface BoardView {
  shape: "table" | "study" | "task" | "review" | "result" | "editor";
  title: string;
  position: string;
  board?: BoardShown;
  state: "ready" | "thinking" | "over";
  live?: boolean;
  note?: string;
  is_sure?: boolean;
  lower?: number;
  upper?: number;
  run?: Run;
  seats?: SeatShown[];
  below: 1 | 2;
  race?: RaceShown;
  signs?: SignShown[];
  request?: RequestShown;
  talk?: CardView;
  dock?: Dock;
  frames?: BoardShown[];
  once: number;
  pairs?: PairShown[];
  pairs_title?: string;
  moves?: MoveShown[];
  plot?: Plot;
  page?: Block[];
  main?: Button;
  buttons?: Button[];
  actions?: Button[];
  sides?: Button[][];
  more?: Button[];
}

/** Bars of one scale, standing side by side or lying below one another. */
export interface Bars {
  block: "bars";
  title: string;
  bars: Bar[];
  lying?: boolean;
  filled?: string;
  line?: number[];
  level?: number;
}

/** Does something; a `note` stands below its words, `aside` at its end, a `face` for its icon. */
export interface Button {
  block: "button";
  words: string;
  icon: string;
  do: Act;
  note?: string;
  aside?: string;
  face?: string;
  badge: number;
  small?: boolean;
  end?: boolean;
  main?: boolean;
  danger?: boolean;
  off?: boolean;
  why?: string;
  on?: boolean;
  key?: string;
}

/** A month, its weeks from Monday; None are days of other months. */
export interface Calendar {
  block: "calendar";
  title: string;
  weekdays: string[];
  weeks: ((CalendarDay | null)[])[];
  before: Act;
  after: Act | null;
  step: string;
}

/** Blocks that belong together, with a heading and a note at its end, if given. */
export interface Card {
  block: "card";
  blocks: Block[];
  words?: string;
  icon?: string;
  note?: string;
}

/** A few words each, side by side, such as what is agreed on. */
export interface Chips {
  block: "chips";
  words: string[];
}

/** Text to be copied verbatim. */
export interface Code {
  block: "code";
  text: string;
}

/** A text to be passed on as it is, and the button that copies it. */
export interface Copyable {
  block: "copyable";
  text: string;
  copy: Button;
}

/** What a deal of a day came to: a number with its words, and who won, with both scores. */
export interface DayScore {
  block: "day_score";
  number: string;
  words: string;
  won: string;
  scores?: Score[];
}

/** A board between the two who sit at it. */
export interface Duel {
  block: "duel";
  board: Picture;
  scores: [Score, Score];
}

/** Something asked for, by its `name`; the act `set` gets it with the new value. */
export interface Field {
  block: "field";
  name: string;
  words: string;
  value: string | boolean;
  kind: "text" | "number" | "paste" | "area" | "switch" | "choice" | "list" | "menu" | "people";
  choices?: Choice[];
  note?: string;
  hint?: string;
  send?: string;
  followed?: boolean;
}

/** A large number with its label above and a note below. */
export interface Figure {
  block: "figure";
  title: string;
  number: string;
  note?: string;
}

/** What a player gave away: the points in words, a sign for each pair, the costliest of them. */
export interface GivenAway {
  block: "given_away";
  words?: string;
  signs?: SignShown[];
  moment?: string;
  kind?: string;
  sub?: string;
  show?: Button;
  board?: BoardShown;
  waits?: boolean;
}

/** A game at a glance: its board, and whom it is with, by a face or an initial. */
export interface Glance {
  block: "glance";
  board: Picture;
  over: string;
  name: string;
  words: string;
  face?: string;
  initial?: string;
}

/** Keys as they are written, one cap each, and what they do. */
export interface KeyLine {
  block: "key_line";
  do?: Act;
  keys: string[];
  words: string;
}

/** Everybody to beat, the weakest first; the act `choose` gets the value of one as `level`. */
export interface Ladder {
  block: "ladder";
  people: Choice[];
  choose: string;
}

/** What somebody has written: who and when in a `note`; one's own is `mine`. */
export interface Message {
  block: "message";
  words: string;
  note: string;
  mine?: boolean;
}

/** A move: number, tile, cells, cost, and whether it changed who wins. */
export interface MoveLine {
  block: "move_line";
  do?: Act;
  number: string;
  kind: string;
  cells: string;
  cost: string;
  mark: "" | "?!" | "?" | "??";
  proven: boolean;
  changed?: boolean;
  said?: string;
  player?: 1 | 2;
  margin?: string;
  better?: string;
  notes?: string[];
}

/** A table of moves with all their details; `names` are those of the players. */
export interface MoveTable {
  block: "move_table";
  lines: MoveLine[];
  names: [string, string];
}

/** A pair: the sign of the player who takes it, tile, cells, its worth, and its `places`. */
export interface PairLine {
  block: "pair_line";
  do?: Act;
  player: 1 | 2 | null;
  kind: string;
  cells: string;
  said?: string;
  worth: number;
  places?: ([number, number])[];
}

/** All kinds, suit by suit; the act `choose` gets one as `kind`. */
export interface Palette {
  block: "palette";
  kinds: KindShown[];
}

/** A paragraph; `icon` stands before its first line. */
export interface Paragraph {
  block: "paragraph";
  do?: Act;
  words: string;
  ink: "plain" | "muted" | "faint" | "gold" | "good" | "bad";
  role: "small" | "text" | "large" | "strong" | "heading";
  icon?: string;
  icon_ink: "plain" | "muted" | "faint" | "gold" | "good" | "bad";
  said?: string;
}

/** A board among blocks, and what is said of it. */
export interface Picture {
  block: "picture";
  do?: Act;
  board: BoardShown;
  said?: string;
}

/** A plot of curves over the plies of a line, 0 for its start. */
export interface Plot {
  block: "plot";
  title: string;
  curves: Curve[];
  low: number;
  high: number;
  signed?: boolean;
  sides?: [string, string];
  up: 1 | 2;
  dots?: Dot[];
  cut?: number;
  cut_words?: string;
  tall?: boolean;
  first: 1 | 2;
}

/** Somebody by face and name, and what is to be known of them. */
export interface Portrait {
  block: "portrait";
  face: string;
  name: string;
  note: string;
}

/** A picture of a position and a text, and the words of what sends, copies and saves them. */
export interface Poster {
  block: "poster";
  pieces: (Box | Words | Tile)[];
  text: string;
  share: string;
  copy: string;
  save: string;
  name: string;
}

/** A progress bar, 0 to 1, with its text. */
export interface Progress {
  block: "progress";
  words: string;
  share: number;
}

/** Both scores as bars growing towards each other, and the points that are left. */
export interface Race {
  block: "race";
  points: [number, number];
  left: number;
}

/** Blocks side by side, with an icon between them if `sign` names one. */
export interface Row {
  block: "row";
  blocks: Block[];
  sign?: string;
}

/** The `inks` of what is done of `count` things, as bars; the next is in hand. */
export interface Run {
  block: "run";
  inks: ("plain" | "muted" | "faint" | "gold" | "good" | "bad")[];
  count: number;
  said: string;
  note?: string;
}

/** A player's result of a game; `face` is the name of one, `initial` stands where none is. */
export interface Score {
  block: "score";
  player: 1 | 2;
  name: string;
  points: number;
  is_winner: boolean;
  face?: string;
  initial?: string;
}

/** A coloured sign for each pair of a player, higher where it cost more, with a legend. */
export interface Signs {
  block: "signs";
  marks: (number | null)[];
  legend: ([number | null, string])[];
}

/** Space between blocks, `size` in pixels of a 1280 x 800 window, with a line if `rules`. */
export interface Space {
  block: "space";
  size: number;
  rules?: boolean;
}

/** A code to scan: the `path` strokes its dark squares, `side` to a line. */
export interface Squares {
  block: "squares";
  side: number;
  path: string;
  words: string;
}

/** A line of a sum: a label and a number. The `result` stands below a stroke. */
export interface Sum {
  block: "sum";
  words: string;
  number: string;
  player?: 1 | 2;
  proven: boolean | null;
  result?: boolean;
}

/** A table of texts with a header; `numeric` columns, counted from 0, are flush right. */
export interface Table {
  block: "table";
  header: string[];
  rows: string[][];
  numeric?: number[];
}

/** A heading, with a player's sign before it and a note at its end, if given. */
export interface Title {
  block: "title";
  do?: Act;
  words: string;
  note?: string;
  player?: 1 | 2;
  large?: boolean;
  ink: "plain" | "muted" | "faint" | "gold" | "good" | "bad";
}

/** A legal move: number, tile, cells and value, with proven `bounds` if any. */
export interface ValueLine {
  block: "value_line";
  do?: Act;
  number: string;
  kind: string;
  cells: string;
  value: string;
  mark: "" | "?!" | "?" | "??";
  proven: boolean;
  bounds: string;
  play: string;
}

/** A line to step through on one board: a card for each move, with the `Board` before it. */
export interface Walk {
  block: "walk";
  cards: Card[];
  plot: Plot;
  table: MoveTable;
  ply: number;
  counted: number[];
}

/** The last days, today as the last one. */
export interface Week {
  block: "week";
  days: Square[];
}

/** A sentence that is shown for a few seconds; another `id` is another notice. */
export interface Notice {
  words: string;
  id: number;
}

/** What the page says by itself. */
export interface PageWords {
  back: string;
  close: string;
  more: string;
  moves: string;
  pairs: string;
  refused: string;
  wait: string;
}

/** A board of so many columns and rows, of which it shows those in the `box`. */
export interface BoardShown {
  tiles: TileShown[];
  ghosts?: Ghost[];
  columns?: string[];
  box?: [number, number, number, number];
  cols: number;
  rows: number;
  letters?: boolean;
  close?: boolean;
  bubble?: Bubble;
  is_pair?: boolean;
  points_at_free?: boolean;
  wrong?: string[];
}

/** A player: what they are doing, their points, and the pairs they took. */
export interface SeatShown {
  player: 1 | 2;
  name: string;
  score: number;
  sub?: string;
  face?: string;
  initial?: string;
  eye?: string;
  moves?: boolean;
  won?: boolean;
  is_you?: boolean;
  taken?: string[];
  aim?: string;
  share: number;
  says?: string;
}

/** Both scores as shares of all points, the first player's first, and how many win. */
export interface RaceShown {
  shares: [number, number];
  words: string;
}

/** The sign of a pair, of the class of its cost, with its `points` if it cost any. */
export interface SignShown {
  says: string;
  cost: number | null;
  points: number;
  do?: Act;
  on?: boolean;
}

/** What another player asks, with the pairs it is about; without a `yes` it was asked here. */
export interface RequestShown {
  words: string;
  no: Button;
  yes?: Button;
  pairs?: string[];
}

/** What the one place that speaks says, with `sub` beside it, and what can be answered. */
export interface Dock {
  words: string;
  sub?: string;
  kind: "say" | "last" | "ask" | "speak" | "talk";
  main?: Button;
  buttons?: Button[];
  closes?: boolean;
  tile?: string;
  player?: 1 | 2;
  worth?: string;
  face?: string;
  initial?: string;
  chosen?: string;
}

/** A pair that can be taken, with what it costs and the `play` that is expected after it. */
export interface PairShown {
  move: string;
  kind: string;
  words: string;
  cells: string;
  worth: string;
  do: Act;
  places?: ([number, number])[];
  price?: Price;
  play?: Taken[];
}

/** A move of the game; one that is `on` led to what is shown. */
export interface MoveShown {
  number: string;
  player: 1 | 2;
  kind: string;
  cells: string;
  price?: Price;
  do?: Act;
  on?: boolean;
}

/** A bar; `part` of its `number` is filled. `words` say more than the number, if given. */
export interface Bar {
  label: string;
  number: number;
  part: number;
  words?: string;
  stands_out?: boolean;
}

/** A day of a calendar, with a figure and its class of cost if there is one. */
export interface CalendarDay {
  number: string;
  figure: string;
  do: Act | null;
  in_run?: boolean;
  on?: boolean;
  cost?: number;
}

/** One of the values of a field, as it is sent, with its words; a person has a face or an icon. */
export interface Choice {
  value: string;
  words: string;
  note?: string;
  tag?: string;
  face?: string;
  icon?: string;
  mark?: string;
  done?: boolean;
  next?: boolean;
  wins?: number;
}

/** A kind of tile to choose, of which so many are `left`; the one that is `on` is chosen. */
export interface KindShown {
  kind: string;
  words: string;
  left: number;
  on?: boolean;
}

/** A curve of a plot: a value at each ply from `first` on, None if unknown. */
export interface Curve {
  values: (number | null)[];
  proven: boolean[];
  player?: 1 | 2;
  steps?: boolean;
  name?: string;
  first: number;
  thin?: boolean;
}

/** A dot of a plot for a costly move of a player, with its label. */
export interface Dot {
  place: number;
  value: number;
  player: 1 | 2;
  mark: "" | "?!" | "?" | "??";
  words?: string;
}

/** A rectangle with round corners. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  radius: number;
  colour: string;
  piece: "box";
}

/** A line around the height `y`: from `x` on, or up to it. It is shrunk to `width`. */
export interface Words {
  x: number;
  y: number;
  width: number;
  size: number;
  colour: string;
  words: string;
  strong?: boolean;
  right?: boolean;
  piece: "words";
}

/** A tile by its upper left corner, a blocked one darker. */
export interface Tile {
  x: number;
  y: number;
  width: number;
  kind: string;
  free: boolean;
  piece: "tile";
}

/** A day of a week: a figure with its class of cost, as of a pair, or no more than `done`. */
export interface Square {
  words: string;
  figure?: string;
  cost?: number;
  done?: boolean;
  now?: boolean;
}

/** A tile on the board: its words, those for who does not see it, and what it `says` in vain. */
export interface TileShown {
  cell: string;
  kind: string;
  free: boolean;
  words?: string;
  name?: string;
  says?: string;
  take?: string;
  pairs?: string[];
  place?: [number, number];
  blockers?: string[];
  mark?: "" | "played" | "answer" | "best" | "hint";
  glows?: boolean;
  quiet?: boolean;
  tag?: string;
  cost?: number;
}

/** The outline of a tile that a player took; `words` on it say for how much. */
export interface Ghost {
  cell: string;
  player: 1 | 2;
  words?: string;
}

/** What a player gets for a pair that is played; no words where it makes no difference. */
export interface Bubble {
  words: string;
  player: 1 | 2;
}

/** What is known of a pair's cost: as it is written, its bounds, and its class if it has one. */
export interface Price {
  words: string;
  lower: number;
  upper: number;
  proven: boolean;
  cost: number | null;
}

/** A pair that a player takes: its tile. */
export interface Taken {
  player: 1 | 2;
  kind: string;
}
