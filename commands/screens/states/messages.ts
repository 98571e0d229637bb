import { screenPath } from '#contract/paths.ts'
import { refusing } from '../answers.ts'
import { roleOf, type Screen } from '../screen-list.ts'
import { afterwards, fill, inOrder, press } from './acts.ts'

export function statesOfMessages(): Screen[] {
  const list = screenPath('admin', 'contactMessages')
  const of = (name: string, state: Partial<Screen> = {}): Screen => ({
    name: `admin-contact-messages-${name}`,
    path: list,
    role: roleOf.admin,
    ...state,
  })
  return [
    of('extreme'),
    of('no-match', { path: `${list}?search=nobody+of+that+name` }),
    of('wrong-days', { act: fill({ From: '2026-03-05', To: '2026-03-01' }) }),
    of('delete', { act: press('Delete') }),
    of('delete-refused', {
      before: refusing('DELETE'),
      act: inOrder(press('Delete'), press('Delete'), afterwards),
    }),
    of('deleted', { act: inOrder(press('Delete'), press('Delete'), afterwards) }),
    of('mark-refused', { before: refusing('PUT'), act: inOrder(press('Mark as read'), afterwards) }),
    of('export-refused', { before: refusing('POST'), act: inOrder(press('Download CSV'), afterwards) }),
    of('client-begun', {
      act: inOrder(
        press('Make client'),
        fill({ Address: 'Half a str' }),
        (page) => page.goBack(),
        press('Make client'),
      ),
    }),
  ]
}
