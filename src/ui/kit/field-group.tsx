import { type ComponentProps, useState } from 'react'
import { Button, FormActions } from '../button.tsx'
import { CheckboxField } from '../checkbox-field.tsx'
import { DateField } from '../date-field.tsx'
import { type Option, OptionRow, useActiveOption } from '../option-list.tsx'
import { PasswordField } from '../password-field.tsx'
import { SelectField } from '../select-field.tsx'
import { TextArea } from '../text-area.tsx'
import { EmailField, SearchField, TelField, TextField } from '../text-field.tsx'
import { Group, Specimen } from './specimen.tsx'

const statuses = [
  { value: '', label: 'Choose a status' },
  { value: 'active', label: 'Active' },
  { value: 'waiting', label: 'Waiting for an apartment' },
]

const note = 'Visited the apartment on Oak Street together. The landlord asks for two references. '

export function FieldGroup() {
  return (
    <Group title="Fields">
      <Specimen title="Text field" file="text-field.tsx">
        <div className="kit-fields">
          <TextField label="First name" required autoComplete="off" />
          <TextField label="Case number" hint="Ten digits, as on the letter of approval" />
          <TextField label="Last name" required error="Enter the last name." hint="As in the document" />
          <TextField label="Added by" readOnly defaultValue="Rosa Lindqvist" />
          <TextField label="County" disabled defaultValue="Hennepin" />
          <EmailField label="Email" defaultValue="hodan.warsame@example.org" />
          <TelField label="Phone" defaultValue="(612) 555-0142" />
          <SearchField label="Search clients" />
          <DateField label="Date of birth" defaultValue="1987-04-12" autoComplete="off" />
        </div>
      </Specimen>
      <Specimen title="Option list" file="option-list.tsx">
        <div className="kit-fields">
          <Counties />
        </div>
      </Specimen>
      <Specimen title="Password field" file="password-field.tsx">
        <div className="kit-fields">
          <PasswordField label="Password" defaultValue="correct horse" />
        </div>
      </Specimen>
      <Specimen title="Text area" file="text-area.tsx">
        <div className="kit-fields">
          <Note label="Weekly note" limit={4_000} hint="What happened, what comes next" />
          <Note label="Almost full" limit={100} value={note} />
          <Note label="Too long" limit={100} value={note.repeat(2)} error="Shorten it to 100 characters." />
        </div>
      </Specimen>
      <Specimen title="Select" file="select-field.tsx">
        <div className="kit-fields">
          <SelectField label="Status" options={statuses} hint="Shown beside the name" />
          <SelectField label="Status of the lease" options={statuses} error="Choose a status." required />
          <SelectField label="Status of the plan" options={statuses} disabled defaultValue="active" />
        </div>
      </Specimen>
      <Specimen title="Checkbox" file="checkbox-field.tsx">
        <div className="kit-fields">
          <CheckboxField label="Keep me informed" />
          <CheckboxField label="The client has signed" defaultChecked />
        </div>
      </Specimen>
      <Specimen title="Form actions" file="button.tsx">
        <FormActions>
          <Button tone="primary">Send</Button>
          <Button>Cancel</Button>
        </FormActions>
      </Specimen>
    </Group>
  )
}

function Note({
  value = '',
  ...props
}: Partial<ComponentProps<typeof TextArea>> & { label: string; limit: number }) {
  const [text, setText] = useState(value)
  return <TextArea {...props} value={text} onChange={(event) => setText(event.currentTarget.value)} />
}

const counties: Option[] = ['Anoka', 'Hennepin', 'Ramsey'].map((content) => ({
  id: `county-${content}`,
  content,
  choose() {},
}))

function Counties() {
  const search = 'n'
  const { active, onKeyDown } = useActiveOption({ options: counties, search, isCurrent: true })
  return (
    <div>
      <SearchField
        label="Find a county"
        role="combobox"
        aria-expanded
        aria-controls="counties"
        aria-activedescendant={active?.id}
        defaultValue={search}
        onKeyDown={onKeyDown}
      />
      <div id="counties" role="listbox" className="option-list" aria-label="Counties found">
        {counties.map((option) => (
          <OptionRow key={option.id} id={option.id} option={option} isActive={option === active} />
        ))}
      </div>
    </div>
  )
}
