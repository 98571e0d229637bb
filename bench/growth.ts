/** What a call of the product costs with that many clients: milliseconds of the median answer, and of processor time. */
export interface Growth {
  call: string
  clients: number
  time: number
  cpu: number
}

const formatCount = (clients: number) => clients.toLocaleString('en-US')

/** Lines of a table, its head first: a call's p50 and CPU at each size. */
export function growthTable(growth: Growth[], figure: (value: number | undefined) => string): string[][] {
  const sizes = [...new Set(growth.map(({ clients }) => clients))]
  const calls = [...new Set(growth.map(({ call }) => call))]
  return [
    [
      'call',
      ...sizes.map((size) => `p50 at ${formatCount(size)}`),
      ...sizes.map((size) => `CPU at ${formatCount(size)}`),
    ],
    ...calls.map((call) => {
      const costs = sizes.map((size) => growth.find((cost) => cost.call === call && cost.clients === size))
      return [call, ...costs.map((cost) => figure(cost?.time)), ...costs.map((cost) => figure(cost?.cpu))]
    }),
  ]
}

const [width, height, margin, labels] = [360, 460, 52, 230]

/** An SVG, time at the left and CPU at the right. Both axes are logarithmic: a line of slope 1 grows in proportion to the clients. */
export function growthPicture(growth: Growth[]): string {
  const panels = (['time', 'cpu'] as const).map((part, n) => {
    const title = part === 'time' ? 'median answer, ms' : 'processor time of one call, ms'
    return `<g transform="translate(${n * (margin + width + labels)} 0)">${panel(growth, part, title)}</g>`
  })
  const size = `${2 * (margin + width + labels)} ${height + 2 * margin}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" font-family="sans-serif" font-size="11" role="img">
<title>What each call costs by the number of clients</title>
<style>text { fill: #334 } @media (prefers-color-scheme: dark) { text { fill: #ccd } }</style>
${panels.join('\n')}
</svg>
`
}

function panel(growth: Growth[], part: 'time' | 'cpu', title: string): string {
  const [left, right] = ends(growth.map(({ clients }) => clients))
  const [low, high] = ends(growth.map((cost) => cost[part]).filter((value) => value > 0))
  const x = (clients: number) => margin + (width * (Math.log10(clients) - left)) / (right - left)
  const y = (value: number) => margin + height - (height * (Math.log10(value) - low)) / (high - low)
  const powers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => 10 ** (from + n))
  const grid = [
    ...powers(left, right).map(
      (at) =>
        `<path d="M${x(at)} ${margin}v${height}"/><text x="${x(at)}" y="${margin + height + 18}" text-anchor="middle" stroke="none">${formatCount(at)}</text>`,
    ),
    ...powers(low, high).map(
      (at) =>
        `<path d="M${margin} ${y(at)}h${width}"/><text x="${margin - 6}" y="${y(at) + 4}" text-anchor="end" stroke="none">${at}</text>`,
    ),
  ]
  const calls = Map.groupBy(
    growth.filter((cost) => cost[part] > 0),
    ({ call }) => call,
  )
  let above = Number.NEGATIVE_INFINITY
  const ordered = [...calls].sort(([, a], [, b]) => y(a.at(-1)?.[part] ?? 1) - y(b.at(-1)?.[part] ?? 1))
  const lines = ordered.map(([call, costs]) => {
    const color = `hsl(${Math.round((360 * [...calls.keys()].indexOf(call)) / calls.size)} 65% 42%)`
    const points = costs.map((cost) => `${x(cost.clients).toFixed(1)},${y(cost[part]).toFixed(1)}`)
    // Labels of lines that end close to each other stand one below the other.
    above = Math.max(above + 13, y(costs.at(-1)?.[part] ?? 1))
    const label = `<text x="${margin + width + 8}" y="${above + 4}" style="fill: ${color}">${call}</text>`
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>${label}`
  })
  const heading = `<text x="${margin}" y="${margin - 16}" font-size="14">${title}, by number of clients</text>`
  return `${heading}<g stroke="#8896" fill="none">${grid.join('')}</g>${lines.join('')}`
}

/** The powers of ten around the values. */
function ends(values: number[]): [number, number] {
  const low = Math.floor(Math.log10(Math.min(...values)))
  return [low, Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))]
}
