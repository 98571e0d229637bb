import { useState } from 'react'
import type { Role } from '#contract/access/roles.ts'
import { linkDuration } from '#contract/durations.ts'
import { employeeFields } from '#contract/employees/fields.ts'
import type { EmployeeForm } from '#contract/employees/form.ts'
import type { Employee, FileMail } from '#contract/employees/schema.ts'
import { screenPath, screens } from '#contract/paths.ts'
import { WithDraft } from '#portal/drafts/draft-status.tsx'
import type { PageDraft } from '#portal/drafts/drafts.ts'
import { ChoiceField, FieldGroup, SubmitButton } from '#portal/form/form-controls.tsx'
import { RecordForm } from '#portal/form/record-form.tsx'
import { type RecordFormState, useRecordForm } from '#portal/form/use-record-form.ts'
import { scrollToTop } from '#portal/screen/arrival-focus.ts'
import { fullName } from '#portal/screen/person.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { providerName } from '#portal/two-step/provider.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Banner } from '#ui/banner.tsx'
import { FormActions } from '#ui/button.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { creationFailure, fieldErrorsOf } from './employee-actions.ts'
import {
  newEmployee,
  newEmployeeSchema,
  type PersonField,
  roleOptions,
  usesPassword,
} from './employee-values.ts'
import { MailAsFile } from './mail-as-file.tsx'
import { PersonFields } from './person-fields.tsx'
import { useAddEmployee } from './queries.ts'

const roleMeans = {
  manager: 'Works with clients, writes notes and can edit recent ones.',
  admin: 'Same as a manager, but can edit notes for longer.',
  'super-admin': 'Can do everything: manage employees, messages, reports and all notes.',
  employee: 'Works with clients and writes notes, but cannot edit or delete saved notes.',
} as const satisfies Record<Role, string>

type AddedEmployee = Employee & FileMail

export function AddEmployeeScreen() {
  const [created, setCreated] = useState<AddedEmployee>()
  return (
    <Screen title={screens.addEmployee.title}>
      {/* In the page from the start: a status that is added with its text is often not announced. */}
      <div className="record-form-result" role="status">
        {created && (
          <Banner
            tone="success"
            title="Employee created successfully. Email sent for password setup."
            announce="none"
            onDismiss={() => setCreated(undefined)}
          >
            {!created.mailIsFile && (
              <p>
                <UnbrokenText
                  text={
                    usesPassword(created.role)
                      ? `${fullName(created)} will get a link at ${created.email}. It works once and expires after ${linkDuration['set-up']}.`
                      : `${fullName(created)} will get an email at ${created.email} that says how to sign in with ${providerName()}.`
                  }
                />
              </p>
            )}
            <MailAsFile {...created} to={`${fullName(created)}, ${created.email},`} />
            <Anchor href={screenPath('admin', 'userManagement')}>See all employees</Anchor>
          </Banner>
        )}
      </div>
      <WithDraft form="new-employee" lines={3}>
        {(draft) => (
          <NewEmployeeForm draft={draft} onSubmit={() => setCreated(undefined)} onCreated={setCreated} />
        )}
      </WithDraft>
    </Screen>
  )
}

type NewEmployeeFormProps = {
  draft: PageDraft
  onSubmit: () => void
  onCreated: (employee: AddedEmployee) => void
}

function NewEmployeeForm({ draft, onSubmit, onCreated }: NewEmployeeFormProps) {
  const adding = useAddEmployee()
  const form = useRecordForm<PersonField | 'role', EmployeeForm>({
    draft,
    opened: { values: newEmployee },
    schemaFor: () => newEmployeeSchema,
    async save(employee, _version, once) {
      onSubmit()
      onCreated(await adding.mutateAsync({ employee, once }))
    },
    // The success message is above the form.
    onSaved: scrollToTop,
    formErrorOf: creationFailure,
    fieldErrorsOf,
    afterSave: 'reset',
  })
  return (
    <RecordForm
      form={form}
      fields={employeeFields}
      buttons={
        <FormActions>
          <SubmitButton form={form} label="Create Employee" />
        </FormActions>
      }
    >
      <PersonFields form={form} emailHint="The password link is sent here." />
      <FieldGroup legend="Access">
        <RoleField form={form} />
      </FieldGroup>
    </RecordForm>
  )
}

/** The hint says what the chosen role may do. */
function RoleField({ form }: { form: RecordFormState<PersonField | 'role'> }) {
  return (
    <ChoiceField
      form={form}
      name="role"
      className="record-form-wide"
      label={employeeFields.role.label}
      hint={roleMeans[form.values.role as Role]}
      options={roleOptions}
    />
  )
}
