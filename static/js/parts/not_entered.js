// Shows a tap that was not entered: beside the server's notice, or in place of the question.

export function sayNotEntered(labels) {
  const say = document.querySelector(".panel .say");
  const words = document.querySelector("template#not-entered")?.content.cloneNode(true);
  if (!say || !words) return;
  const told = words.querySelector("b");
  told.textContent = told.textContent.replace("{}", () => labels.join(", "));
  if (say.matches(".note:not(:has(b[data-keys]))")) return say.querySelector("p").append(" ", told);
  const line = Number(document.querySelector("#pad [name=line]")?.value);
  if (line) words.querySelector("a").setAttribute("href", `?line=${line}&right=1`);
  const note = document.createElement("div");
  note.className = "say note bad";
  note.id = "note";
  note.setAttribute("role", "status");
  note.append(words);
  const who = say.querySelector("#who") ?? document.querySelector(".panel > #who");
  who?.classList.add("vh");
  say.replaceWith(...[who, note].filter(Boolean));
}
