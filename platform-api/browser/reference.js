// The pages of the reference: the reader's language and test key, copying, and sending a sample.

/** This tab keeps the choices. A key is in no request but those that the reader sends. */
const memory = {
  get: (/** @type {string} */ name) => {
    try {
      return sessionStorage.getItem(name) ?? '';
    } catch {
      return '';
    }
  },
  set: (/** @type {string} */ name, /** @type {string} */ value) => {
    try {
      sessionStorage.setItem(name, value);
    } catch {
      // Storage is blocked: the choice lasts as long as the page.
    }
  },
};

const keyField = /** @type {HTMLInputElement} */ (document.getElementById('key'));
const placeholder = keyField.placeholder;
const prefix = placeholder.slice(0, -1);

function showKey() {
  const key = keyField.value.trim();
  for (const place of document.querySelectorAll('[data-key]')) {
    place.textContent = key === '' ? placeholder : key;
  }
  for (const button of document.querySelectorAll('button.send')) {
    /** @type {HTMLButtonElement} */ (button).hidden = !key.startsWith(prefix) || key === prefix;
  }
}

function showLanguages() {
  const choices = /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll('input[name="language"]')
  );
  for (const choice of choices) {
    if (choice.value === memory.get('language')) choice.checked = true;
    choice.addEventListener('change', () => memory.set('language', choice.value));
  }
}

/** @param {string} text @param {string} className @param {(button: HTMLButtonElement) => void} act */
function makeButton(text, className, act) {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: text, className });
  button.addEventListener('click', () => act(button));
  return button;
}

/** Says for a moment what came of it. @param {HTMLButtonElement} button @param {string} text */
function say(button, text) {
  const before = button.textContent;
  button.textContent = text;
  setTimeout(() => (button.textContent = before), 2_000);
}

for (const figure of document.querySelectorAll('.samples figure')) {
  const code = figure.querySelector('code');
  const caption = figure.querySelector('figcaption');
  if (!code || !caption) continue;
  caption.append(
    makeButton('Copy', 'copy', (button) => {
      navigator.clipboard.writeText(code.textContent ?? '').then(
        () => say(button, 'Copied'),
        () => say(button, 'Select and copy'),
      );
    }),
  );
}

/** Sends a call's sample with the reader's test key, and shows the answer in place of the example. */
for (const call of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll('[data-request]')
)) {
  const answer = call.querySelector('figure.answer');
  const caption = answer?.querySelector('figcaption');
  if (!answer || !caption) continue;
  const send = makeButton('Send with my test key', 'send', async (button) => {
    button.disabled = true;
    const { method, url, headers, body } = JSON.parse(call.dataset['request'] ?? '');
    const authorization = `Bearer ${keyField.value.trim()}`;
    const shown = answer.querySelector('pre') ?? answer.appendChild(document.createElement('pre'));
    try {
      const reply = await fetch(url, { method, headers: { ...headers, authorization }, body });
      const text = await reply.text();
      const isJson = reply.headers.get('content-type')?.includes('json');
      caption.firstChild?.replaceWith(`The answer to you: ${reply.status}`);
      shown.textContent = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
    } catch {
      caption.firstChild?.replaceWith('No answer arrived. Try again.');
    }
    button.disabled = false;
  });
  caption.append(send);
}

keyField.value = memory.get('test_key');
keyField.addEventListener('input', () => {
  memory.set('test_key', keyField.value.trim());
  showKey();
});
keyField.closest('.key')?.removeAttribute('hidden');
showKey();
showLanguages();

// On a small screen the list of calls would stand in front of the first of them.
const list = document.querySelector('aside details');
if (matchMedia('(max-width: 63.99rem)').matches) list?.removeAttribute('open');

// Addresses of the former reference, such as `/docs#/Stations/getStation`.
const [, former] = /^#\/[^/]+\/(\w+)$/.exec(location.hash) ?? [];
const link = former ? document.querySelector(`a[data-call="${former}"]`) : null;
if (link) location.replace(/** @type {HTMLAnchorElement} */ (link).href);
