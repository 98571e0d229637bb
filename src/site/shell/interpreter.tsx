import { languageSource } from '#contract/organization/language-source.en.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { PhoneLink } from './contact-links.tsx'
import { interpreterWording as wording } from './wording.en.ts'

/** Says that an interpreter is free and how to ask for one, if the organization offers it. */
export function InterpreterNotice({ organization: { interpreter } }: { organization: Organization }) {
  if (!interpreter) return null
  const { number, hours, relay } = interpreter
  return (
    <section className="site-notice" aria-labelledby="interpreter">
      <h2 id="interpreter">{wording.title}</h2>
      <p>
        {wording.call} <PhoneLink number={number} /> ({hours}). {wording.say}
      </p>
      <p>
        {languageSource.relay} <PhoneLink number={relay} />.
      </p>
    </section>
  )
}
