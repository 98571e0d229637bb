/** '1 row' or '2,000 rows'. */
export function counted(count: number, what = 'row'): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`
}
