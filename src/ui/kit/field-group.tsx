import { useState } from 'react'
import { Button } from '../button.tsx'
import { CheckboxField } from '../checkbox-field.tsx'
import { ErrorSummary } from '../error-summary.tsx'
import { FormActions } from '../form-actions.tsx'
import { PasswordField } from '../password-field.tsx'
import { SelectField } from '../select-field.tsx'
import { TextArea } from '../text-area.tsx'
import { DateField, EmailField, SearchField, TelField, TextField } from '../text-field.tsx'
import { Group, Specimen } from './specimen.tsx'

const statuses = [
  { value: '', label: 'Choose a status' },
  { value: 'active', label: 'Active' },
  { value: 'waiting', label: 'Waiting for an apartment' },
  { value: 'closed', label: 'Closed' },
]

export function FieldGroup() {
  return (
    <Group
      title="Fields"
      intro="Label above, hint below it, the error beside the field and in words. What was typed is never lost."
    >
      <Specimen title="Text field" file="text-field.tsx" use="One line of text.">
        <div className="kit-fields">
          <TextField label="First name" required autoComplete="off" />
          <TextField label="Middle name" optional autoComplete="off" />
          <TextField
            label="Case number"
            hint="Ten digits, as on the letter of approval"
            inputMode="numeric"
          />
          <TextField
            label="Last name"
            required
            error="Enter the last name."
            hint="As in the identity document"
          />
          <TextField label="Added by" readOnly defaultValue="Rosa Lindqvist" />
          <TextField label="County" disabled defaultValue="Hennepin" />
        </div>
      </Specimen>
      <Kinds />
      <Passwords />
      <TextAreas />
      <Choices />
      <Refusal />
    </Group>
  )
}

function Choices() {
  return (
    <>
      <Specimen title="Select" file="select-field.tsx" use="One of a few.">
        <div className="kit-fields">
          <SelectField label="Status" options={statuses} hint="Shown beside the name" />
          <SelectField label="Status of the lease" options={statuses} error="Choose a status." required />
          <SelectField label="Status of the plan" options={statuses} disabled defaultValue="closed" />
        </div>
      </Specimen>
      <Specimen title="Date" file="text-field.tsx" use="A day; the browser brings the calendar.">
        <div className="kit-fields">
          <DateField label="Date of birth" defaultValue="1987-04-12" autoComplete="off" />
          <DateField label="Move-in date" error="Enter a date that is not in the past." />
        </div>
      </Specimen>
      <Specimen title="Checkbox" file="checkbox-field.tsx" use="Yes or no.">
        <div className="kit-fields">
          <CheckboxField label="Keep me informed" />
          <CheckboxField label="The client has signed" defaultChecked hint="The paper is in the file" />
          <CheckboxField label="I have read the agreement" required error="Confirm that you have read it." />
          <CheckboxField label="Not yours to change" disabled defaultChecked />
        </div>
      </Specimen>
    </>
  )
}

/** The summary takes the focus, so it waits until it is asked for. */
function Refusal() {
  const [refusals, setRefusals] = useState(0)
  const errors = refusals > 0 ? problems : []
  return (
    <Specimen
      title="Error summary"
      file="error-summary.tsx"
      use="Above a long form after a refusal: takes the focus and leads to each wrong field."
    >
      <form
        className="kit-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setRefusals(refusals + 1)
        }}
      >
        <ErrorSummary errors={errors} refusals={refusals} />
        <div className="kit-fields">
          <TextField id="kit-name" label="Full name" required error={errors[0]?.message} />
          <TelField id="kit-phone" label="Phone at work" required error={errors[1]?.message} />
        </div>
        <FormActions>
          <Button tone="primary" type="submit">
            Send what is wrong
          </Button>
          <Button tone="quiet" onClick={() => setRefusals(0)}>
            Clear the errors
          </Button>
        </FormActions>
      </form>
    </Specimen>
  )
}

const problems = [
  { fieldId: 'kit-name', message: 'Enter the full name.' },
  { fieldId: 'kit-phone', message: 'Enter a phone number with ten digits.' },
]

function Kinds() {
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

function Passwords() {
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

function TextAreas() {
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
