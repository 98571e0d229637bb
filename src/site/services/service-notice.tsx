import type { Organization } from '#contract/organization/schema.ts'
import type { ServiceKey } from '#contract/services/service-keys.ts'
import { servicesWording } from './wording.en.ts'

/** What the operator has to say about this service and about all of them, such as the end of a public program. */
export function ServiceNotice({
  organization,
  service,
}: {
  organization: Organization
  service: ServiceKey
}) {
  const notices = [organization.programmeNotices?.[service], organization.programmeNotice].filter(Boolean)
  if (notices.length === 0) return null
  return (
    <aside className="services-notice" aria-labelledby="notice">
      <h2 id="notice">{servicesWording.page.notice}</h2>
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
    </aside>
  )
}
