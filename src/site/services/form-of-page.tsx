import { type ServiceKey, servicePath } from '#contract/services/service-keys.ts'
import { FileEntry } from '#site/forms/file-entry.tsx'
import { formOfService } from '#site/forms/form-of-service.ts'
import { servicesWording } from './wording.en.ts'

const wording = servicesWording.page

/** Where the opening's button leads. */
export const formPlace = 'form'

export function FormOfPage({ service, title = wording.form }: { service: ServiceKey; title?: string }) {
  const form = formOfService(servicePath(service))
  return (
    <section aria-labelledby={formPlace}>
      <h2 id={formPlace}>{title}</h2>
      <p>{form.purpose}</p>
      <FileEntry form={form} />
      <p>{wording.formMore}</p>
    </section>
  )
}
