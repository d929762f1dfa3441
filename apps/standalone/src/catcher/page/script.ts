/**
 * Plain browser JavaScript. What comes out of a mail goes in by `textContent` and by properties that cannot run anything;
 * the HTML of a mail is only ever shown by /view/{id}.html in a frame without scripts and with an origin of its own.
 */
export const script = String.raw`
'use strict';
(() => {
  const $ = (id) => document.getElementById(id);
  const pageSize = 50;
  const sourceLimit = 1024 * 1024;
  const state = { mails: [], matching: 0, total: 0, unread: 0, limit: pageSize, query: '', openId: '', message: null, wantedTab: 'html', tab: 'html', width: 'desktop', loaded: false };

  function element(name, properties, ...children) {
    const node = Object.assign(document.createElement(name), properties);
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
  }
  const plural = (count, one) => count.toLocaleString() + ' ' + one + (count === 1 ? '' : 's');
  const api = (path) => '/api/v1/' + path;
  const messagePath = (id) => api('message/' + encodeURIComponent(id));

  async function get(path) {
    const response = await fetch(path);
    if (!response.ok) throw Object.assign(new Error(response.status + ' from ' + path), { status: response.status });
    return response;
  }

  function bytes(size) {
    if (size < 1024) return size + ' B';
    if (size < 1024 * 1024) return (size / 1024).toFixed(size < 10240 ? 1 : 0) + ' KB';
    return (size / 1024 / 1024).toFixed(1) + ' MB';
  }
  function shortTime(iso) {
    const time = new Date(iso);
    const age = (Date.now() - time.getTime()) / 1000;
    if (age < 45) return 'now';
    if (age < 3600) return Math.max(1, Math.round(age / 60)) + ' min';
    if (time.toDateString() === new Date().toDateString()) return time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
    return time.toLocaleDateString([], { day: 'numeric', month: 'short' });
  }
  const person = (address) => address.Name || address.Address || 'no sender';
  function addressNodes(addresses) {
    return addresses.flatMap((address, index) => [
      index ? ', ' : null,
      address.Name ? address.Name + ' ' : null,
      address.Name ? element('span', { textContent: '<' + address.Address + '>' }) : address.Address,
    ]).filter((node) => node !== null);
  }

  // --- list

  let listing = 0;
  async function loadList() {
    const turn = ++listing;
    const path = (state.query ? 'search?query=' + encodeURIComponent(state.query) + '&' : 'messages?') + 'limit=' + state.limit;
    let page;
    try {
      page = await (await get(api(path))).json();
    } catch {
      return;
    }
    if (turn !== listing) return;
    Object.assign(state, { mails: page.messages, matching: page.messages_count, total: page.total, unread: page.unread, loaded: true });
    if (state.openId && page.total === 0) close();
    showList();
  }

  let loading = 0;
  function loadListSoon() {
    if (!loading) loading = setTimeout(() => { loading = 0; loadList(); }, 80);
  }

  function showList() {
    const empty = state.loaded && state.total === 0;
    $('main').classList.toggle('is-empty', empty);
    $('empty').hidden = !empty;
    $('nothing-open').hidden = empty || state.openId !== '';
    $('delete-all').hidden = state.total === 0;
    $('more').hidden = state.mails.length >= state.matching;
    $('count').textContent = state.query
      ? (state.matching ? plural(state.matching, 'mail') + ' found' : 'No mail matches')
      : plural(state.total, 'mail') + (state.unread ? ', ' + state.unread.toLocaleString() + ' unread' : '');
    document.title = (state.unread ? '(' + state.unread + ') ' : '') + 'Mail catcher';
    const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.id : '';
    $('list').replaceChildren(...state.mails.map(listItem));
    if (focused) rowOf(focused)?.focus({ preventScroll: true });
  }

  function listItem(mail) {
    const row = element('button', { type: 'button', className: 'row' + (mail.Read ? '' : ' unread') },
      element('span', { className: 'row-top' },
        element('span', { className: 'row-from' }, element('b', { textContent: person(mail.From) }), ' to ' + (mail.To.concat(mail.Cc, mail.Bcc).map((to) => to.Address).join(', ') || 'nobody')),
        mail.Attachments ? element('span', { className: 'clip', textContent: plural(mail.Attachments, 'file') }) : null,
        element('time', { className: 'row-time', textContent: shortTime(mail.Created), dateTime: mail.Created, title: new Date(mail.Created).toLocaleString() })),
      element('div', { className: 'row-subject', textContent: mail.Subject || '(no subject)' }),
      mail.Snippet ? element('div', { className: 'row-snippet', textContent: mail.Snippet }) : null);
    row.dataset.id = mail.ID;
    if (mail.ID === state.openId) row.setAttribute('aria-current', 'true');
    row.addEventListener('click', () => open(mail.ID));
    return element('li', {}, row);
  }
  const rowOf = (id) => $('list').querySelector('[data-id="' + CSS.escape(id) + '"]');

  // --- one mail

  async function open(id) {
    if (id === state.openId) return;
    state.openId = id;
    if (location.hash !== '#' + id) history.replaceState(null, '', '#' + id);
    markCurrent();
    let message;
    try {
      message = await (await get(messagePath(id))).json();
    } catch {
      if (state.openId === id) close();
      return;
    }
    if (state.openId !== id) return;
    state.message = message;
    showMail();
  }

  function close() {
    state.openId = '';
    state.message = null;
    history.replaceState(null, '', location.pathname);
    $('mail').hidden = true;
    $('main').classList.remove('is-open');
    $('nothing-open').hidden = state.total === 0;
    markCurrent();
  }

  function markCurrent() {
    for (const row of $('list').querySelectorAll('.row')) {
      if (row.dataset.id === state.openId) row.setAttribute('aria-current', 'true');
      else row.removeAttribute('aria-current');
    }
    rowOf(state.openId)?.scrollIntoView({ block: 'nearest' });
  }

  const files = () => state.message.Attachments.concat(state.message.Inline);

  function showMail() {
    const message = state.message;
    $('mail').hidden = false;
    $('nothing-open').hidden = true;
    $('main').classList.add('is-open');
    $('subject').textContent = message.Subject || '(no subject)';
    $('download').href = messagePath(message.ID) + '/raw?dl=1';
    const lines = [
      ['From', addressNodes([message.From])], ['To', addressNodes(message.To)], ['Cc', addressNodes(message.Cc)], ['Bcc', addressNodes(message.Bcc)],
      ['Reply to', message.ReplyTo.some((to) => to.Address !== message.From.Address) ? addressNodes(message.ReplyTo) : []],
      ['Date', [new Date(message.Date).toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium' }), element('span', { textContent: '  ·  ' + bytes(message.Size) })]],
    ];
    $('envelope').replaceChildren(...lines.filter(([, nodes]) => nodes.length).flatMap(([name, nodes]) => [element('dt', { textContent: name }), element('dd', {}, ...nodes)]));
    $('attachment-count').hidden = files().length === 0;
    $('attachment-count').textContent = String(files().length);
    showTab();
  }

  const tabButtons = () => [...$('tabs').querySelectorAll('button')];

  function showTab() {
    const available = { html: state.message.HTML !== '', text: true, headers: true, source: true, attachments: files().length > 0 };
    state.tab = [state.wantedTab, 'html', 'text'].find((tab) => available[tab]);
    for (const button of tabButtons()) {
      const selected = button.dataset.tab === state.tab;
      button.setAttribute('aria-selected', String(selected));
      button.disabled = !available[button.dataset.tab];
      button.tabIndex = selected ? 0 : -1;
    }
    $('widths').hidden = state.tab !== 'html';
    views[state.tab]();
  }

  const sheet = (...children) => $('panel').replaceChildren(element('div', { className: 'sheet' }, ...children));

  const views = {
    html() {
      const frame = element('iframe', { title: 'HTML of the mail', referrerPolicy: 'no-referrer' });
      frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
      frame.src = '/view/' + encodeURIComponent(state.message.ID) + '.html';
      $('panel').replaceChildren(element('div', { className: 'frame-holder ' + state.width }, frame));
    },
    text() {
      const { Text, HTML } = state.message;
      if (Text) sheet(element('pre', { className: 'text', textContent: Text }));
      else sheet(element('p', { className: 'note', textContent: HTML ? 'This mail has no text part: some spam filters and all text-only readers mind.' : 'This mail has no body.' }));
    },
    async headers() {
      const id = state.message.ID;
      const headers = await (await get(messagePath(id) + '/headers')).json();
      if (state.openId !== id || state.tab !== 'headers') return;
      const rows = Object.entries(headers).flatMap(([name, values]) => values.map((value) =>
        element('tr', {}, element('th', { scope: 'row', textContent: name }), element('td', { textContent: value }))));
      sheet(element('table', {}, element('tbody', {}, ...rows)));
    },
    async source() {
      const { ID: id, Size } = state.message;
      const reader = (await get(messagePath(id) + '/raw')).body.getReader();
      const decoder = new TextDecoder();
      let text = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        text += decoder.decode(value, { stream: true });
        if (text.length > sourceLimit) { reader.cancel(); break; }
      }
      if (state.openId !== id || state.tab !== 'source') return;
      sheet(text.length > sourceLimit ? element('p', { className: 'note', textContent: 'The first megabyte of ' + bytes(Size) + '. Download the .eml for all of it.' }) : null,
        element('pre', { textContent: text.slice(0, sourceLimit) }));
    },
    attachments() {
      const inline = new Set(state.message.Inline);
      sheet(element('ul', { className: 'files' }, ...files().map((file) => {
        const name = file.FileName || (inline.has(file) ? file.ContentID : '') || 'part ' + file.PartID;
        const kind = (/\.([a-z0-9]{1,4})$/i.exec(name) || [, file.ContentType.split('/').pop().slice(0, 4)])[1];
        return element('li', {}, element('a', { href: messagePath(state.message.ID) + '/part/' + encodeURIComponent(file.PartID), download: name },
          element('span', { className: 'kind', textContent: kind }),
          element('span', {}, element('b', { textContent: name }), element('small', { textContent: file.ContentType + ' · ' + bytes(file.Size) + (inline.has(file) ? ' · inline' : '') }))));
      })));
    },
  };

  function chooseTab(tab) {
    const button = tabButtons().find((candidate) => candidate.dataset.tab === tab);
    if (!state.message || !button || button.disabled) return;
    state.wantedTab = tab;
    showTab();
  }

  function chooseWidth(width) {
    state.width = width;
    for (const button of $('widths').querySelectorAll('button')) button.setAttribute('aria-pressed', String(button.dataset.width === width));
    const holder = $('panel').querySelector('.frame-holder');
    if (holder) holder.className = 'frame-holder ' + width;
  }

  async function remove(ids) {
    await fetch(api('messages'), { method: 'DELETE', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ IDs: ids }) });
    await loadList();
  }

  async function removeOpen() {
    const id = state.openId;
    if (!id) return;
    const index = state.mails.findIndex((mail) => mail.ID === id);
    const next = state.mails[index + 1] || state.mails[index - 1];
    if (next) open(next.ID);
    else close();
    await remove([id]);
  }

  function step(by) {
    if (state.mails.length === 0) return;
    const index = state.mails.findIndex((mail) => mail.ID === state.openId);
    const next = state.mails[index === -1 ? 0 : Math.min(state.mails.length - 1, Math.max(0, index + by))];
    open(next.ID);
    rowOf(next.ID)?.focus();
  }

  // --- events

  let typing = 0;
  $('search').addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => {
      state.query = $('search').value.trim();
      state.limit = pageSize;
      loadList();
    }, 150);
  });
  $('more').addEventListener('click', () => { state.limit += pageSize; loadList(); });
  $('back').addEventListener('click', close);
  $('delete').addEventListener('click', removeOpen);
  $('tabs').addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button) chooseTab(button.dataset.tab);
  });
  $('tabs').addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const enabled = tabButtons().filter((button) => !button.disabled);
    const at = enabled.findIndex((button) => button.dataset.tab === state.tab);
    const next = enabled[(at + by + enabled.length) % enabled.length];
    chooseTab(next.dataset.tab);
    next.focus();
    event.preventDefault();
  });
  $('widths').addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button) chooseWidth(button.dataset.width);
  });
  $('delete-all').addEventListener('click', () => {
    $('confirm-text').textContent = 'Delete ' + (state.total === 1 ? 'the one mail' : 'all ' + plural(state.total, 'mail')) + ' in the catcher?';
    $('confirm').showModal();
  });
  $('confirm-no').addEventListener('click', () => $('confirm').close());
  $('confirm-yes').addEventListener('click', async () => {
    $('confirm').close();
    close();
    await remove([]);
  });
  $('copy').addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText($('first-send').textContent);
      $('copy').textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren($('first-send'));
    }
    setTimeout(() => { $('copy').textContent = 'Copy'; }, 1500);
  });
  document.addEventListener('keydown', (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || $('confirm').open) return;
    if (event.target === $('search')) {
      if (event.key === 'Escape') { $('search').value = ''; $('search').dispatchEvent(new Event('input')); $('search').blur(); }
      if (event.key === 'ArrowDown' || event.key === 'Enter') { step(0); event.preventDefault(); }
      return;
    }
    const inPanel = event.target === $('panel');
    const keys = {
      '/': () => $('search').focus(), j: () => step(1), k: () => step(-1),
      ArrowDown: inPanel ? null : () => step(1), ArrowUp: inPanel ? null : () => step(-1),
      Escape: close, Delete: removeOpen, '#': removeOpen, m: () => chooseWidth(state.width === 'mobile' ? 'desktop' : 'mobile'),
      1: () => chooseTab('html'), 2: () => chooseTab('text'), 3: () => chooseTab('headers'), 4: () => chooseTab('source'), 5: () => chooseTab('attachments'),
    };
    const action = keys[event.key];
    if (action) { action(); event.preventDefault(); }
  });
  window.addEventListener('hashchange', () => { const id = location.hash.slice(1); if (id) open(id); });
  setInterval(() => {
    for (const time of $('list').querySelectorAll('time')) time.textContent = shortTime(time.dateTime);
  }, 30000);

  const events = new EventSource('/events');
  const setLive = (on) => {
    $('live').classList.toggle('on', on);
    $('live-text').textContent = on ? 'live' : 'reconnecting';
  };
  events.addEventListener('open', () => { setLive(true); loadList(); });
  events.addEventListener('error', () => setLive(false));
  events.addEventListener('change', loadListSoon);
  loadList().then(() => { if (location.hash.length > 1) open(location.hash.slice(1)); });
})();
`;
