/** Words that occur in a known share of the reports. No other word has them as a prefix. */
export const plantedWords = {
  /** In eight reports of all ages. */
  rare: 'quokka',
  /** In 1 % of the reports. */
  medium: 'turbulent',
  /** In 30 % of the reports. */
  common: 'checkout',
  /** Only in the oldest 0.5 % of the reports. */
  old: 'floppydisk',
  /** In no report. */
  none: 'xylograph',
};

/** Reporter of 10 % of the reports. */
export const machine = 'monitoring';

/** Words of reports, most frequent first. */
export const words =
  `the is not when page and button I after on it to click nothing in a error with again my for loads
  shows then but form of login order submit user screen app message this was data empty image open cannot list search
  browser menu wrong slow still update account from save field text value field filter reload date table link email
  request password mobile does only every broken first white results cart payment customer name second times session
  upload file missing item report number price settings chrome firefox safari android tablet keyboard scroll dialog
  window modal dropdown tooltip icon header footer sidebar language translation currency discount voucher shipping
  address invoice receipt download export import print preview profile avatar comment reply thread notification badge
  calendar timezone month week yesterday morning release version upgrade rollback cache cookie token expired redirect
  timeout retry connection offline network server gateway latency memory crash freeze flicker overlap truncated blurry
  duplicate random sometimes always rarely twice immediately suddenly expected actual instead steps reproduce attached
  screenshot console warning exception undefined null object property function callback promise handler listener worker
  thread queue batch index column row cell grid chart legend axis zoom pan drag drop resize rotate portrait landscape
  contrast accessible reader focus outline shortcut paste clipboard undo redo history bookmark favourite subscribe
  newsletter unsubscribe consent privacy security certificate domain proxy firewall permission denied forbidden admin
  guest owner member invite team workspace project folder archive restore trash permanent draft publish schedule
  reminder weekly monthly quarterly annual budget forecast margin refund chargeback ledger balance transfer deposit
  withdrawal statement fraction decimal rounding negative overflow precision locale plural gender umlaut emoji unicode
  encoding charset newline whitespace trailing leading hyphen apostrophe bracket semicolon wildcard regex pattern`
    .split(/\s+/)
    .filter(Boolean);

const verbs =
  'render load fetch parse save apply update create remove merge validate format resolve open close'.split(
    ' ',
  );
const nouns =
  'Cart Order Invoice Session Account Profile Search Filter Table Chart Dialog Form Field Token Route Query Cache Image'.split(
    ' ',
  );

/** Function names in stack traces. */
export const functions = verbs.flatMap((verb) => nouns.map((noun) => `${verb}${noun}`));
