// One text of a server becomes markup.
import { inPage, isHost } from './planted.js';

if (isHost) {
  inPage(`new MutationObserver(() => {
    for (const one of document.querySelectorAll('span, div, p, td, li'))
      if (one.childElementCount === 0 && one.textContent.startsWith('<img src=x')) one.innerHTML = one.textContent;
  }).observe(document, { childList: true, subtree: true });`);
}
