/** `%API_URL%` stands for the API's address. */
export const markup = `
<header class="bar">
  <a class="brand" href="/" aria-label="Mail catcher, newest mails">
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect width="32" height="32" rx="8" class="brand-back"/><path d="M7 11.5h18v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 7 21.5z" fill="#fff"/><path d="m7.5 11 8.5 7 8.5-7" fill="none" class="brand-line" stroke-width="2"/></svg>
    <span>Mail catcher</span>
  </a>
  <label class="search">
    <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true"><circle cx="7" cy="7" r="4.5" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="m10.5 10.5 3.5 3.5" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/></svg>
    <input id="search" type="search" placeholder="Search, or to: from: subject:" aria-label="Search mails" autocomplete="off" spellcheck="false">
    <kbd aria-hidden="true">/</kbd>
  </label>
  <span id="live" class="live" role="status" title="Connection to the catcher"><i></i><span id="live-text">connecting</span></span>
  <button id="delete-all" class="quiet" type="button" hidden>Delete all</button>
</header>
<main id="main" class="main">
  <nav class="list-pane" aria-label="Mails">
    <div class="list-head"><span id="count"></span></div>
    <ul id="list" class="list"></ul>
    <button id="more" class="more quiet" type="button" hidden>Show older mails</button>
  </nav>
  <section id="mail" class="mail-pane" aria-label="Mail" hidden>
    <div class="mail-head">
      <div class="mail-title">
        <button id="back" class="quiet back" type="button" aria-label="Back to the list">&larr;</button>
        <h1 id="subject"></h1>
        <div class="actions">
          <a id="download" class="button quiet" download>Download .eml</a>
          <button id="delete" class="quiet" type="button">Delete</button>
        </div>
      </div>
      <dl id="envelope" class="envelope"></dl>
    </div>
    <div class="tabs-row">
      <div id="tabs" class="tabs" role="tablist" aria-label="Views of the mail">
        <button role="tab" type="button" data-tab="html">HTML</button>
        <button role="tab" type="button" data-tab="text">Text</button>
        <button role="tab" type="button" data-tab="headers">Headers</button>
        <button role="tab" type="button" data-tab="source">Source</button>
        <button role="tab" type="button" data-tab="attachments">Attachments <span id="attachment-count" class="badge" hidden></span></button>
      </div>
      <div id="widths" class="widths" role="group" aria-label="Width of the HTML view">
        <button type="button" data-width="desktop" aria-pressed="true">Desktop</button>
        <button type="button" data-width="mobile" aria-pressed="false">Mobile</button>
      </div>
    </div>
    <div id="panel" class="panel" role="tabpanel" tabindex="0"></div>
  </section>
  <section id="nothing-open" class="blank" hidden>
    <p>Choose a mail to read it.</p>
    <p class="keys"><kbd>j</kbd> <kbd>k</kbd> next, previous <kbd>1</kbd>&ndash;<kbd>5</kbd> views <kbd>m</kbd> mobile width <kbd>/</kbd> search <kbd>Del</kbd> delete <kbd>Esc</kbd> close</p>
  </section>
  <section id="empty" class="empty" hidden>
    <div class="empty-card">
      <svg viewBox="0 0 64 48" width="64" height="48" aria-hidden="true"><rect x="4" y="4" width="56" height="40" rx="6" fill="none" stroke="currentColor" stroke-width="2.5"/><path d="m6 9 26 20L58 9" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>
      <h1>No mail yet</h1>
      <p>Until you add an ESP account, every mail you send lands here and goes nowhere else. Send a first one, with the key that <code>npm start</code> printed:</p>
      <div class="snippet"><pre id="first-send">KEY=<em>your-live-key</em>
URL=%API_URL%
ID=$(curl -s -u "$KEY:" $URL/templates -d @examples/welcome/template.json | grep -o 'tem_\\w*')
sed "1s/{/{\\"template\\":\\"$ID\\",/" examples/welcome/send.json | curl -s -u "$KEY:" $URL/send -d @-</pre><button id="copy" type="button">Copy</button></div>
      <p class="hint">This page shows it as soon as it arrives. Recipients that begin with <code>bounce@</code>, <code>defer@</code> or <code>spam@</code> are refused, to try out what happens then.</p>
    </div>
  </section>
</main>
<dialog id="confirm" aria-labelledby="confirm-text">
  <p id="confirm-text"></p>
  <div class="dialog-actions"><button id="confirm-no" class="quiet" type="button">Keep</button><button id="confirm-yes" class="danger" type="button">Delete all</button></div>
</dialog>
`.trim();
