/** A provider's list of 212 clients as CSV, with ten faults, two of which only the spreadsheet's owner can correct. */
export function madeUpSpreadsheet({ corrected = false } = {}): string {
  const headings =
    'Client,Birthday,Cell phone,E-mail,Street,City,State,ZIP,Client status,Program,Case worker,Shoe size'
  const rows = Array.from({ length: 212 }, (_, index) => {
    const number = index + 1
    const letters = String.fromCharCode(65 + (index % 26), 97 + Math.floor(index / 26))
    return {
      name: `"Thao${letters}, Mai${letters.toLowerCase()}"`,
      born: new Date(Date.UTC(1950, 0, number * 70)).toISOString().slice(0, 10),
      phone: `(612) 555-${String(number).padStart(4, '0')}`,
      email: `mai.${number}@example.org`,
      street: `${number} Elm St`,
      status: number % 5 === 0 ? 'Inactive' : 'Active',
      service: 'Housing Transition',
      worker: '',
    }
  })
  const faults: Record<number, Partial<(typeof rows)[number]>> = {
    10: { phone: '' },
    20: { phone: '' },
    30: { status: 'Closed' },
    40: { status: 'Closed' },
    50: { born: '3/5/84' },
    60: { worker: 'Nimco Yusuf' },
    70: { worker: 'A. Nobody' },
    80: corrected ? {} : { email: 'mai.80 at example.org' },
    90: corrected ? {} : { phone: '6.13E+09' },
    100: { name: rows[98]?.name ?? '', born: rows[98]?.born ?? '' },
  }
  const lines = rows.map((row, index) => {
    const { name, born, phone, email, street, status, service, worker } = { ...row, ...faults[index + 1] }
    return [
      name,
      born,
      phone,
      email,
      street,
      'Minneapolis',
      'MN',
      '55404',
      status,
      service,
      worker,
      '38',
    ].join()
  })
  return [headings, ...lines].join('\r\n')
}
