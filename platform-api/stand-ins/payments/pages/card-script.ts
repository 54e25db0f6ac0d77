/**
 * The script of all pages, allowed by its hash in the Content-Security-Policy. It formats card numbers and
 * expiries, fills in test cards, scrolls to faults and prevents a second submit. All forms work without it.
 */
export const CARD_SCRIPT = `
const field = (name) => document.querySelector('.card-form [name="' + name + '"]');
const write = (input, value) => {
  if (input && input.value !== value) input.value = value;
};
const atEnd = (input) => input.selectionStart === input.value.length;
field('number')?.addEventListener('input', ({ target }) => {
  if (atEnd(target)) write(target, target.value.replace(/\\D/g, '').slice(0, 19).replace(/(.{4})(?=.)/g, '$1 '));
});
field('expiry')?.addEventListener('input', ({ target, inputType }) => {
  if (!atEnd(target) || inputType?.startsWith('delete')) return;
  const digits = target.value.replace(/\\D/g, '').slice(0, 4);
  write(target, digits.length < 2 ? digits : digits.slice(0, 2) + ' / ' + digits.slice(2));
});
for (const button of document.querySelectorAll('[data-number]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    write(field('number'), button.dataset.number);
    write(field('expiry'), '12 / 34');
    write(field('cvc'), '123');
    if (!field('name').value) write(field('name'), 'Ada Lovelace');
    document.querySelector('.card-form button[type="submit"]').focus();
  });
}
document.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
document.querySelector('[aria-invalid="true"]')?.focus();
for (const form of document.forms) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = 'yes';
    const button = event.submitter;
    if (button?.dataset.busy) button.textContent = button.dataset.busy;
    button?.setAttribute('aria-disabled', 'true');
  });
}
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
`;
