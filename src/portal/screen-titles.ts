import { clientScreenWording } from './clients/wording.ts'
import { dashboardWording } from './dashboard/wording.ts'
import { notesScreenWording } from './notes/wording.ts'
import { signInWording } from './session/wording.ts'
import { type AnyScreen, notHereYet } from './shell/not-here-yet.ts'

/** Known before a screen's program is there; a person's name, which may be the title then, is not. */
export const screenTitles: Record<AnyScreen, string> = {
  ...notHereYet,
  dashboard: dashboardWording.title,
  clients: clientScreenWording.list.title,
  addClient: clientScreenWording.form.addTitle,
  clientDetails: clientScreenWording.details.tabTitle,
  clientNotes: notesScreenWording.title,
  profile: signInWording.profile.title,
}
