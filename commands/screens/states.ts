import { areaScreens, screenPath } from '#contract/paths.ts'
import { emptied, failing } from './answers.ts'
import type { DemoProduct } from './demo-product.ts'
import { addExtremes } from './extremes.ts'
import { roleOf, type Screen } from './screen-list.ts'
import { afterwards } from './states/acts.ts'
import { statesOfClients } from './states/clients.ts'
import { statesOfEmployees } from './states/employees.ts'
import { statesOfMessages } from './states/messages.ts'
import { statesOfNotes } from './states/notes.ts'
import { statesOutside } from './states/outside.ts'
import { statesOfSession } from './states/session.ts'

/**
 * What an address alone does not show: waiting, failing, none and too many; dialogs, refusals and what came of a deed.
 * Adds the too many to the demo.
 */
export async function statesOf(demo: DemoProduct): Promise<Screen[]> {
  const extremes = await addExtremes(demo)
  return [
    ...statesOutside(),
    ...statesOfEveryScreen(demo.clientId),
    ...statesOfClients(demo, extremes),
    ...statesOfNotes(demo, extremes),
    ...statesOfEmployees(),
    ...statesOfMessages(),
    ...statesOfSession(demo.clientId),
  ]
}

/** Screens that read nothing look the same whatever they would be answered. */
const readNothing = ['addClient', 'addEmployee', 'profile']

/** The admin area has every screen but the resources, which are its links in the other area. */
function statesOfEveryScreen(clientId: string): Screen[] {
  const reading = (Object.keys(areaScreens.admin) as (keyof typeof areaScreens.admin)[]).filter(
    (screen) => !readNothing.includes(screen),
  )
  return reading.flatMap((screen) => {
    const path = screenPath('admin', screen, clientId)
    const role = roleOf.admin
    const name = `admin-${areaScreens.admin[screen].replace(/\/.*/, '')}`
    return [
      { name: `${name}-waiting`, path, role, pending: true },
      { name: `${name}-failing`, path, role, before: failing, act: afterwards },
      { name: `${name}-empty`, path, role, before: emptied },
    ]
  })
}
