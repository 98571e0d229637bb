import { screenPath } from '#contract/paths.ts'
import { pretending, refusing } from '../answers.ts'
import { roleOf, type Screen } from '../screen-list.ts'
import { afterwards, fill, inOrder, press } from './acts.ts'

const unsentMail = [
  {
    kind: 'set-up',
    state: 'refused',
    attempts: 1,
    nextAttemptAt: null,
    problem: '550 5.1.1 No such mailbox',
  },
  { kind: 'reset', state: 'waiting', attempts: 3, nextAttemptAt: '2026-03-02T16:00:00.000Z', problem: null },
].map((mail, index) => ({
  ...mail,
  id: `mail-${index}`,
  recipient: `${'long-address-'.repeat(4)}${index}@example.org`,
  createdAt: '2026-03-02T15:04:05.000Z',
}))

const newEmployee = {
  'First Name': 'Rosa',
  'Last Name': 'Lindqvist',
  'Date of Birth': '1988-02-29',
  Email: 'rosa.lindqvist@example.org',
  Phone: '6515550142',
  Address: '12 Maple Court, Saint Paul',
}

export function statesOfEmployees(): Screen[] {
  const list = screenPath('admin', 'userManagement')
  const addEmployee = screenPath('admin', 'addEmployee')
  const of = (name: string, path: string, state: Partial<Screen> = {}): Screen => ({
    name: `admin-${name}`,
    path,
    role: roleOf.admin,
    ...state,
  })
  return [
    of('user-management-extreme', list),
    of('user-management-no-match', list, { act: fill({ 'Search by name': 'nobody of that name' }) }),
    of('user-management-edit', list, { act: press('Edit') }),
    of('user-management-edit-incomplete', list, {
      act: inOrder(press('Edit'), fill({ Phone: '12', Address: '' })),
    }),
    of('user-management-delete', list, { act: press('Delete') }),
    of('user-management-refused', list, {
      before: refusing('POST'),
      act: inOrder(press('Resend Email'), afterwards),
    }),
    // Few of them, so that what is below the list is on the picture.
    of('user-management-unsent-mail', `${list}?role=admin`, {
      before: pretending('GET', '**/api/outgoing-mail', unsentMail),
    }),
    of('add-employee-incomplete', addEmployee, {
      act: fill({ 'First Name': 'x', Phone: '12', Email: 'rosa@', Address: '' }),
    }),
    of('add-employee-refused', addEmployee, {
      before: refusing('POST'),
      act: inOrder(fill(newEmployee), press('Create Employee'), afterwards),
    }),
    of('add-employee-created', addEmployee, {
      act: inOrder(fill(newEmployee), press('Create Employee'), afterwards),
    }),
  ]
}
