import { screenPath } from '#contract/paths.ts'
import { refusing } from '../answers.ts'
import { roleOf, type Screen } from '../screen-list.ts'
import { afterwards, fill, inOrder, installClock, press, stopClock } from './acts.ts'

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
    of('no-match', { act: fill({ Search: 'nobody of that name' }) }),
    of('wrong-days', { act: fill({ From: '2026-03-05', To: '2026-03-01' }) }),
    of('delete', { act: press('Delete') }),
    of('delete-refused', {
      before: refusing('DELETE'),
      act: inOrder(press('Delete'), press('Delete'), afterwards),
    }),
    of('deleted', { before: installClock, act: inOrder(press('Delete'), press('Delete'), stopClock) }),
    of('mark-refused', {
      before: inOrder(installClock, refusing('PUT')),
      act: inOrder(press('Mark as read'), stopClock),
    }),
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
