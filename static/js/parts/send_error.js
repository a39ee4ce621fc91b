// Shows what could not be sent. The input stays, and its key makes a second try safe.
import { comeBack } from "./dice_pad.js";

// `more` replaces the advice of the text.
export function trouble(name, more) {
  document.dispatchEvent(new Event("trouble"));
  document.querySelectorAll(".sent").forEach((each) => each.classList.remove("sent"));
  comeBack();
  const words = document.querySelector(`template#${name}`);
  const say = document.querySelector(".panel .say");
  if (!words || !say) return;
  say.className = "say note bad";
  say.setAttribute("role", "status");
  // the question about a pending line is still open
  say.replaceChildren(words.content.cloneNode(true), ...say.querySelectorAll("[data-line]"));
  if (more) say.querySelector("p").lastChild.data = ` ${more}`;
  document.querySelector("#live")?.replaceChildren(say.textContent);
}
