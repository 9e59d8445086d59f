// Sets the colours that were chosen before anything is drawn, so it is no
// module. Without a choice the system's hold.
{
  const chosen = localStorage.getItem("biom.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}
