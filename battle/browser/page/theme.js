// The theme that the person has chosen, before anything is painted; else the style sheet asks the device.
{
  const theme = (() => {
    try {
      return localStorage.getItem(`mahjong-battle${new URL("./", location.href).pathname} theme`);
    } catch {
      return ""; // storage refused
    }
  })();
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
}
