// Links to calls of the API explorer from when it was the page at /docs/.
if (location.pathname === '/docs/' && location.hash.startsWith('#/'))
  location.replace(`/docs/explorer/${location.hash}`);

const input = document.getElementById('search');
const results = document.getElementById('results');
const maxResults = 12;
let index;

const load = () => (index ??= fetch('/docs/search.json').then((response) => response.json()));

/** How well a section fits: all words have to occur; in titles and headings they weigh more, and so do whole words. */
function getScore(words, title, heading, text) {
  let score = 0;
  for (const word of words) {
    const found = [
      [title, 6],
      [heading, 4],
      [text, 1],
    ].map(([where, weight]) => getWeight(word, where, weight));
    const best = Math.max(...found);
    if (best === 0) return 0;
    score += best;
  }
  return score;
}

function getWeight(word, where, weight) {
  const at = where.indexOf(word);
  if (at < 0) return 0;
  const begins = at === 0 || !/[\p{L}\p{N}_]/u.test(where[at - 1]);
  const ends = !/[\p{L}\p{N}_]/u.test(where[at + word.length] ?? ' ');
  return weight * (begins ? (ends ? 3 : 2) : 1);
}

function find({ pages, sections }, query) {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return sections
    .map(([page, slug, heading, beginning, others]) => {
      const [address, title] = pages[page];
      const text = `${beginning} ${others}`.toLowerCase();
      // Decisions explain the code; readers of the product look for something else first.
      const weight = address.startsWith('/docs/adr/') ? 0.2 : 1;
      const score = weight * getScore(words, title.toLowerCase(), heading.toLowerCase(), text);
      return { score, address: `${address}#${slug}`, title, heading, beginning };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxResults);
}

const element = (name, ...content) => {
  const made = document.createElement(name);
  made.append(...content);
  return made;
};

function show(found) {
  const items = found.map(({ address, title, heading, beginning }) => {
    const link = element('a', heading === title ? title : `${title} › ${heading}`, element('small', beginning));
    link.href = address;
    return element('li', link);
  });
  const count = items.length === 1 ? '1 result' : `${items.length} results`;
  results.replaceChildren(element('p', items.length > 0 ? count : 'No results'), element('ul', ...items));
  results.hidden = false;
}

function close() {
  results.hidden = true;
}

async function search() {
  const query = input.value.trim();
  if (query.length < 2) return close();
  const loaded = await load();
  // Another letter may have been typed meanwhile.
  if (query === input.value.trim()) show(find(loaded, query));
}

/** Moves the focus among the field and the results. */
function move(step) {
  const stops = [input, ...results.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement);
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
}

input.hidden = false;
input.addEventListener('focus', load);
input.addEventListener('input', search);
document.addEventListener('keydown', (event) => {
  const isTyping = document.activeElement instanceof HTMLInputElement;
  const isInside = document.activeElement.closest('search') !== null;
  if (event.key === '/' && !isTyping) input.focus();
  else if (event.key === 'Escape' && isInside) {
    close();
    input.focus();
  } else if (event.key === 'ArrowDown' && isInside) move(1);
  else if (event.key === 'ArrowUp' && isInside) move(-1);
  else if (event.key === 'Enter' && isTyping) results.querySelector('a')?.click();
  else return;
  event.preventDefault();
});
document.addEventListener('click', (event) => {
  if (!event.target.closest('search')) close();
});
