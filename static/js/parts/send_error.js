// What could not be sent is said; what was entered stays, and its key makes a second try harmless.
import { comeBack } from "./dice_pad.js";

// `more` stands in the place of what the words advise.
export function trouble(name, more) {
  document.dispatchEvent(new Event("trouble"));
  document.querySelectorAll(".sent").forEach((each) => each.classList.remove("sent"));
  comeBack();
  const words = document.querySelector(`template#${name}`);
  const say = document.querySelector(".panel .say");
  if (!words || !say) return;
  say.className = "say note bad";
  say.setAttribute("role", "status");
  // what is to become of a line is still to be answered
  say.replaceChildren(words.content.cloneNode(true), ...say.querySelectorAll("[data-line]"));
  if (more) say.querySelector("p").lastChild.data = ` ${more}`;
  document.querySelector("#live")?.replaceChildren(say.textContent);
}
