import { PasswordField } from '../password-field.tsx'
import { TextArea } from '../text-area.tsx'
import { EmailField, SearchField, TelField } from '../text-field.tsx'
import { Specimen } from './specimen.tsx'

export function Kinds() {
  return (
    <Specimen
      title="Kinds of text"
      file="text-field.tsx"
      use="Phones show the right keyboard, browsers fill in what they know."
    >
      <div className="kit-fields">
        <EmailField label="Email" defaultValue="hodan.warsame@example.org" />
        <TelField label="Phone" defaultValue="(612) 555-0142" />
        <SearchField label="Search clients" placeholder="Name or phone number" />
        <EmailField
          label="Email of the landlord"
          error="Enter an email address like name@example.org."
          defaultValue="oak-street"
        />
      </div>
    </Specimen>
  )
}

export function Passwords() {
  return (
    <Specimen title="Password field" file="password-field.tsx" use="A secret, with a button that shows it.">
      <div className="kit-fields">
        <PasswordField label="Password" defaultValue="correct horse" />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters; a sentence is best"
          error="This password is on the list of common ones."
          showLabel="Show new password"
          hideToggleLabel="Hide new password"
        />
      </div>
    </Specimen>
  )
}

export function TextAreas() {
  const note = 'Visited the apartment on Oak Street together. The landlord asks for two references. '
  return (
    <Specimen
      title="Text area"
      file="text-area.tsx"
      use="Several lines. The limit counts instead of cutting off."
    >
      <div className="kit-fields">
        <TextArea label="Weekly note" limit={4_000} hint="What happened, what comes next" />
        <TextArea label="Almost full" limit={100} defaultValue={note} />
        <TextArea
          label="Too long"
          limit={100}
          defaultValue={note.repeat(2)}
          error="Shorten the text to 100 characters."
          errorBelow
        />
      </div>
    </Specimen>
  )
}
