import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { screenPath } from '#contract/paths.ts'
import { pretending, refusing } from '../answers.ts'
import type { DemoProduct } from '../demo-product.ts'
import type { Extremes } from '../extremes.ts'
import { roleOf, type Screen } from '../screen-list.ts'
import { afterwards, fill, inOrder, press } from './acts.ts'

export function statesOfNotes(demo: DemoProduct, extremes: Extremes): Screen[] {
  const panel = screenPath('admin', 'clientNotes', demo.clientId)
  const of = (name: string, path: string, state: Partial<Screen> = {}): Screen => ({
    name: `admin-client-notes-${name}`,
    path,
    role: roleOf.admin,
    ...state,
  })
  const write = fill({ 'New Weekly Note': 'Met at the library. The lease is signed.' })
  const rewrite = fill({ 'Text of the note': 'Met at the library. The lease was signed in time.' })
  return [
    of('without-client', screenPath('admin', 'clientNotes')),
    of('endless', screenPath('admin', 'clientNotes', extremes.endless)),
    of('right-to-left', screenPath('admin', 'clientNotes', extremes.rightToLeft)),
    of('refused', panel, { before: refusing('POST'), act: inOrder(write, press('Add Note'), afterwards) }),
    of('offline', panel, {
      act: inOrder((page) => page.context().setOffline(true), write, press('Add Note'), afterwards),
    }),
    of('added', panel, { act: inOrder(write, press('Add Note'), afterwards) }),
    of('edit', panel, { act: press('Edit') }),
    of('delete', panel, { act: press('Delete') }),
    of('conflict', panel, {
      act: inOrder(press('Edit'), rewrite, changedElsewhere(demo), press('Save'), afterwards),
    }),
    of('edited', panel),
    of('versions', panel, { act: inOrder(press('Earlier versions'), afterwards) }),
    of('report-endless', screenPath('admin', 'clientNotesReport', extremes.endless)),
    of('report-without-client', screenPath('admin', 'clientNotesReport')),
    of('report-refused', screenPath('admin', 'clientNotesReport', demo.clientId), {
      before: refusing('POST'),
      act: inOrder(press('Download PDF'), afterwards),
    }),
    of('deleted', panel, {
      before: pretending('DELETE', '**/notes/*'),
      act: inOrder(press('Delete'), press('Delete'), afterwards),
    }),
  ]
}

/** Somebody else saves the newest note. */
const changedElsewhere = (demo: DemoProduct) => async () => {
  const params = { id: demo.clientId }
  const notes = await demo.send('super-admin', noteEndpoints.list, { params })
  const [newest] = Array.isArray(notes) ? notes : notes.items
  if (!newest) throw new Error('the client has no note')
  const text = `${newest.text} The key is handed over on Friday.`
  await demo.send('super-admin', noteEndpoints.edit, {
    params: { ...params, noteId: newest.id },
    body: { text },
  })
}
