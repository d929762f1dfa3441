// Shows mails that its parent posts, in its own sandbox (docs/dashboard.md#the-preview). It changes only the differences, which keeps the
// scroll position and loaded images. A classic script, since a module would need a CORS grant for this frame's opaque origin.
(() => {
  const ownStyle = document.createElement('style');
  ownStyle.textContent =
    ':root{color:#000;overflow-wrap:break-word}' +
    ':root[data-dark]{color-scheme:dark;background:#121212;color:#fff}' +
    ':root[data-forced]{filter:invert(1) hue-rotate(180deg);background:#ededed;color:#000}' +
    ':root[data-forced] :is(img,video,svg,[background]){filter:invert(1) hue-rotate(180deg)}' +
    'a{cursor:pointer}';
  ownStyle.dataset.own = '';
  document.head.append(ownStyle);

  const isOwn = (node) => node.nodeType === Node.ELEMENT_NODE && 'own' in node.dataset;

  const takeAttributes = (from, to) => {
    for (const { name } of [...to.attributes]) if (!from.hasAttribute(name)) to.removeAttribute(name);
    for (const { name, value } of [...from.attributes])
      if (to.getAttribute(name) !== value) to.setAttribute(name, value);
  };

  const isSameKind = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName;

  /** Makes `old` what `fresh` is: equal nodes at both ends stay, what is between is gone into. */
  const morph = (old, fresh) => {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
      return;
    }
    takeAttributes(fresh, old);
    morphChildren(old, fresh);
  };

  const morphChildren = (parent, source) => {
    const olds = [...parent.childNodes].filter((node) => !isOwn(node));
    const freshs = [...source.childNodes];
    let start = 0;
    while (start < olds.length && start < freshs.length && olds[start].isEqualNode(freshs[start])) start += 1;
    let oldEnd = olds.length;
    let freshEnd = freshs.length;
    while (oldEnd > start && freshEnd > start && olds[oldEnd - 1].isEqualNode(freshs[freshEnd - 1])) {
      oldEnd -= 1;
      freshEnd -= 1;
    }
    const after = olds[oldEnd] ?? null;
    const both = Math.min(oldEnd, freshEnd);
    for (let at = start; at < both; at += 1) {
      if (isSameKind(olds[at], freshs[at])) morph(olds[at], freshs[at]);
      else olds[at].replaceWith(document.importNode(freshs[at], true));
    }
    for (let at = both; at < oldEnd; at += 1) olds[at].remove();
    for (let at = both; at < freshEnd; at += 1) parent.insertBefore(document.importNode(freshs[at], true), after);
  };

  const hasDarkRules = (mail) =>
    [...mail.querySelectorAll('style')].some((style) => style.textContent.includes('prefers-color-scheme')) ||
    mail.querySelector('meta[name="color-scheme"],meta[name="supported-color-schemes"]') !== null;

  const say = (message) => parent.postMessage(message, '*');

  const show = ({ sequence, html, dark }) => {
    const mail = new DOMParser().parseFromString(html, 'text/html');
    morphChildren(document.head, mail.head);
    takeAttributes(mail.documentElement, document.documentElement);
    takeAttributes(mail.body, document.body);
    morphChildren(document.body, mail.body);
    const forced = dark && !hasDarkRules(mail);
    document.documentElement.toggleAttribute('data-dark', dark && !forced);
    document.documentElement.toggleAttribute('data-forced', forced);
    const shown = () => {
      const { scrollHeight, scrollWidth } = document.documentElement;
      say({ kind: 'shown', sequence, height: scrollHeight, width: scrollWidth, forced });
    };
    // Behind the next painting, or soon where nothing is painted, as in a tab in the background.
    let sent = false;
    const once = () => {
      if (sent) return;
      sent = true;
      shown();
    };
    requestAnimationFrame(() => setTimeout(once));
    setTimeout(once, 500);
  };

  addEventListener('message', (event) => {
    if (event.source === parent && event.data?.kind === 'show') show(event.data);
  });

  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href],area[href]') : null;
      if (!link) return;
      event.preventDefault();
      say({ kind: 'link', href: link.getAttribute('href') });
    },
    true,
  );
  addEventListener('submit', (event) => event.preventDefault(), true);

  say({ kind: 'ready' });
})();
