import { auditDocumentation } from './audit/documentation.ts'
import { clientDocumentation } from './clients/documentation.ts'
import { contactDocumentation } from './contact-messages/documentation.ts'
import { employeeDocumentation } from './employees/documentation.ts'
import type { Documentation, EndpointDefinition } from './endpoint.ts'
import { endpointTable } from './endpoint-table.ts'
import { healthDocumentation } from './health/documentation.ts'
import { linkDocumentation } from './links/documentation.ts'
import { noteDocumentation } from './notes/documentation.ts'
import { outgoingMailDocumentation } from './outgoing-mail/documentation.ts'
import { sessionDocumentation } from './session/documentation.ts'
import { trainingDocumentation } from './training/documentation.ts'

type Table = typeof endpointTable

/** What the API page says of every call: apart from the calls, because the portal loads those alone. */
const documentation: { [Feature in keyof Table]: { [Call in keyof Table[Feature]]: Documentation } } = {
  session: sessionDocumentation,
  clients: clientDocumentation,
  notes: noteDocumentation,
  employees: employeeDocumentation,
  links: linkDocumentation,
  training: trainingDocumentation,
  'outgoing-mail': outgoingMailDocumentation,
  audit: auditDocumentation,
  health: healthDocumentation,
  'contact-messages': contactDocumentation,
}

export interface DocumentedCall extends Documentation {
  feature: keyof Table
  /** Of the call, within its feature. */
  name: string
  endpoint: EndpointDefinition
}

export const documentedCalls: readonly DocumentedCall[] = Object.entries(endpointTable).flatMap(
  ([feature, endpoints]) => {
    const documented: Record<string, Documentation> = documentation[feature as keyof Table]
    return Object.entries<EndpointDefinition>(endpoints).flatMap(([name, endpoint]) => {
      const words = documented[name]
      return words ? [{ feature: feature as keyof Table, name, endpoint, ...words }] : []
    })
  },
)
