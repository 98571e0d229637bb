/** Of a row that two pages share: fewer lines at the foot of the first are not worth the reader's turning back. */
export const fewestLines = 3
