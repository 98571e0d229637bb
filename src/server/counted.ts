/** '1 row', '2,000 rows' or '3 people'. */
export function counted(count: number, what = 'row'): string {
  const several = what === 'person' ? 'people' : `${what}s`
  return `${count.toLocaleString('en-US')} ${count === 1 ? what : several}`
}
