import type { Role } from '#contract/access/roles.ts'
import type { Employee } from '#contract/employees/schema.ts'

/** Letters that carry their mark inside, which no normal form takes off. */
const barred: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
}

/** 'José García' → 'jose garcia': blind to case and accents, as the client list's search is. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđħıæœß]/g, (letter) => barred[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

interface EmployeeFilter {
  search: string
  role: Role | undefined
}

/** §5: a part of 'first last', together with the role. */
export function matchingEmployees(employees: readonly Employee[], filter: EmployeeFilter): Employee[] {
  const wanted = foldName(filter.search)
  return employees.filter(
    ({ firstName, lastName, role }) =>
      (filter.role === undefined || role === filter.role) &&
      foldName(`${firstName} ${lastName}`).includes(wanted),
  )
}

/** So many rows are drawn at once: enough for nearly everybody, few enough for an old computer. */
export const employeesPerPage = 100

/** The rows of a page, counted from 1; a page behind the last one is the last one. */
export function pageOf<Row>(rows: readonly Row[], page: number) {
  const last = Math.max(1, Math.ceil(rows.length / employeesPerPage))
  const shown = Math.min(page, last)
  const start = (shown - 1) * employeesPerPage
  const items = rows.slice(start, start + employeesPerPage)
  return { items, page: shown, from: start + 1, to: start + items.length, total: rows.length }
}
