// The names of strangers that a voice speaks on the front page.

/**
 * Insults and slurs of the languages that our visitors write in, in plain letters. Only words without another meaning
 * belong here: surnames, places, animals and food stay allowed. A refused name costs little, as the music still plays.
 */
const REFUSED = new Set(
  (
    'asshole arsehole cunt dickhead fuck motherfuck nigger nigga faggot paki wetback whore slut wanker wank twat shit ' +
    'bullshit rapist rape pedo paedo pedophile paedophile porn porno hitler nazi arschloch fotze hure hurensohn wichser ' +
    'ficken scheisse missgeburt kanake neger putain connard connasse encule salope merde bougnoule puta hijoputa ' +
    'gilipollas mierda pendejo maricon cazzo stronzo puttana vaffanculo caralho viado kanker hoer kurwa chuj pizda blyat'
  ).split(' '),
);

/** Endings of such words. */
const ENDINGS = ['', 's', 'es', 'ed', 'er', 'ers', 'ing', 'in', 'y', 'face', 'head', 'off', 'you'];

/** Signs and digits that stand for letters. */
const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Letters, digits, and the signs of shop fronts. No slashes and colons: a name is no address. */
const CHARACTERS = /^[\p{L}\p{M}\p{N} &+.,!?'’‘"“”„*@$#°·()–-]+$/u;

/** A telephone number is not a name. */
const LONG_NUMBER = /\p{N}(?:[ .()–-]*\p{N}){6}/u;

/** A domain: `example.com`. */
const DOMAIN = /\p{L}\.\p{L}{2,}/u;

/** Whether our voice may say a name: it has only characters of names, and no insult. */
export function isSpeakable(name: string): boolean {
  const isName = CHARACTERS.test(name) && !LONG_NUMBER.test(name) && !DOMAIN.test(name);
  return isName && !wordsOf(name).some(isRefused);
}

/** The words of a name in plain letters. Letters that stand alone are read as one word, too: `f u c k`, `sh-it`. */
function wordsOf(name: string): string[] {
  const plain = name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[013457@$](?=\p{L})|(?<=\p{L})[013457@$]|!(?=\p{L})/gu, (sign) => {
      return LOOKALIKES[sign] ?? sign;
    });
  const spelt = plain.match(/(?<!\p{L})\p{L}(?:\P{L}\p{L}(?!\p{L}))+/gu) ?? [];
  return [
    plain,
    plain.replaceAll(/[-.*]/gu, ''),
    ...spelt.map((run) => run.replaceAll(/\P{L}/gu, '')),
  ]
    .flatMap((text) => text.split(/\P{L}+/u))
    .filter((word) => word !== '');
}

/** Whole words only: Scunthorpe and Penistone are towns. A letter that is repeated for long counts once. */
function isRefused(word: string): boolean {
  const forms = [
    word,
    word.replaceAll(/(.)\1{2,}/gu, '$1'),
    word.replaceAll(/(.)\1{2,}/gu, '$1$1'),
  ];
  return forms.some((form) =>
    ENDINGS.some(
      (end) => form.endsWith(end) && REFUSED.has(form.slice(0, form.length - end.length)),
    ),
  );
}
