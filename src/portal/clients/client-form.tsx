import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { clientFields } from '#contract/clients/fields.ts'
import { mayAssign } from '#contract/clients/rules.ts'
import type { Client, ClientForm as ClientInput } from '#contract/clients/schema.ts'
import { inputShape } from '#contract/field-schemas.ts'
import { normalizePhone } from '#contract/phone-number.ts'
import { namesOf, type RecordField } from '#contract/record-field.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import type { PageDraft } from '#portal/drafts/drafts.ts'
import {
  FieldGroup,
  FoldedFields,
  FormFields,
  RecordInput,
  SubmitButton,
} from '#portal/form/form-controls.tsx'
import type { SendOnce } from '#portal/form/form-draft.ts'
import { formShape } from '#portal/form/form-schema.ts'
import { RecordForm } from '#portal/form/record-form.tsx'
import { useRecordForm } from '#portal/form/use-record-form.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { organizationContact } from '#portal/screen/screen-title.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { useWorkerOptions } from '#portal/workers/workers.tsx'
import { Button, FormActions, LinkButton } from '#ui/button.tsx'
import { AboutClient } from './about-client.tsx'
import { baseOf, type ClientField } from './changes.ts'
import { clientWording } from './wording.ts'

type ClientFormProps = {
  form: ClientFormState
  /** In a dialog. */
  id?: string
  /** Shown below name and birth date, in the same group. */
  afterPerson?: ReactNode
  /** The buttons, unless the dialog has them. */
  children?: ReactNode
}

/** The form that adds and edits a client, as a screen and in a dialog. */
export function ClientForm({ form, id, afterPerson, children }: ClientFormProps) {
  return (
    <>
      {id && form.record && (
        <p>
          <AboutClient client={form.record} />
        </p>
      )}
      <RecordForm
        id={id}
        form={form}
        about={form.record && <AboutClient client={form.record} />}
        fields={clientFields}
        buttons={children}
      >
        <FieldGroup legend="About the client">
          <FormFields form={form} fields={clientFields} group="person" />
          {afterPerson}
        </FieldGroup>
        <FieldGroup legend="Contact information">
          <FormFields
            form={form}
            fields={clientFields}
            group="contact"
            after={{
              phone: <UseOffice form={form} name="phone" />,
              email: <UseOffice form={form} name="email" />,
            }}
          />
        </FieldGroup>
        <FieldGroup legend="Status and service">
          <FormFields
            form={form}
            fields={clientFields}
            group="support"
            hints={{ status: form.lacksStatus && 'This record was imported without a status. Choose one.' }}
          />
          <WorkerField form={form} />
        </FieldGroup>
        <FoldedFields
          form={form}
          names={namesOfMore}
          summary="More about this person"
          className="record-form-more card"
        >
          <div className="record-form-fields">
            <FormFields form={form} fields={clientFields} group="more" />
          </div>
        </FoldedFields>
      </RecordForm>
    </>
  )
}

const namesOfMore = namesOf(clientFields).filter(
  (name) => (clientFields[name] as RecordField).group === 'more',
)

/** For a person without their own phone or email address, so that nobody invents one. */
function UseOffice({ form, name }: { form: ClientFormState; name: 'phone' | 'email' }) {
  const office = organizationContact(name)
  if (!office || form.locked) return null
  return (
    <Button
      className="button-flush"
      small
      tone="quiet"
      onClick={() => form.setValue(name, name === 'phone' ? normalizePhone(office) : office)}
    >
      Use the office’s {name === 'phone' ? 'number' : 'email'}
    </Button>
  )
}

/** Whom the user may assign the client to (docs/product.md 80). */
function WorkerField({ form }: { form: ClientFormState }) {
  const { sub: id, role } = useSession()
  const { assignedTo: from = null, assignedToName: name } = form.record ?? {}
  const options = useWorkerOptions(from && name ? { id: from, name } : undefined)
  const allowed = options.filter(({ value: to }) => to === from || mayAssign({ id, role }, { from, to }))
  const nobody = { value: '', label: 'Unassigned' }
  const leaves = from !== null && form.values.assignedTo !== from
  return (
    <RecordInput
      form={form}
      name="assignedTo"
      field={clientFields.assignedTo}
      hint={
        leaves && `Open follow-ups that ${name || 'the former worker'} has about this client move as well.`
      }
      options={mayAssign({ id, role }, { from, to: null }) ? [nobody, ...allowed] : allowed}
    />
  )
}

type FormButtonsProps = { form: ClientFormState; label: string; savedLabel: string }

/** Cancel discards what was typed and goes to the client list. */
export function FormButtons({ form, label, savedLabel }: FormButtonsProps) {
  const areaPath = useAreaPath()
  useReturnToList(form.status === 'saved')

  function cancel(event: MouseEvent) {
    if (form.locked) event.preventDefault()
    // In a new tab the list opens beside the form.
    else if (!(event.ctrlKey || event.metaKey || event.shiftKey)) form.dropDraft()
  }

  return (
    <FormActions>
      <SubmitButton form={form} label={label} savedLabel={savedLabel} />
      <LinkButton href={areaPath('clients')} onClick={cancel} aria-disabled={form.locked || undefined}>
        Cancel
      </LinkButton>
    </FormActions>
  )
}

export const clientFormSchema = z.object(formShape(clientFields, inputShape(clientFields)))

interface ClientFormOptions {
  draft: PageDraft
  /** Asks before the client is sent; false leaves the form as it is. */
  ask?: (client: ClientInput) => Promise<boolean>
  /** The client that is edited; none when one is added. Read only when the form opens. */
  record?: Client
  /** `version` is the one that the edit was made from; a new client is sent by `once`. */
  save: (client: ClientInput, version: number | undefined, once: SendOnce) => Promise<unknown>
  onSaved: () => void
}

/** The form that adds a client or edits one. */
export function useClientForm({ draft, ask, record, save, onSaved }: ClientFormOptions) {
  const form = useRecordForm<ClientField, ClientInput, Client>({
    draft,
    opened: baseOf(record),
    schemaFor: () => clientFormSchema,
    ask,
    save,
    onSaved,
    baseOf,
    formErrorOf: (error) => ({
      title: record ? clientWording.updateFailed : 'Failed to add client.',
      detail: errorMessage(error, { 'not-found': clientWording.deleted }),
    }),
    afterSave: 'locked',
  })
  // An imported record may lack its status: the form asks for one.
  return { ...form, record, lacksStatus: record?.status === null }
}

export type ClientFormState = ReturnType<typeof useClientForm>

/** Milliseconds (docs/specification.md §9). */
const waitBeforeList = 2000

/** docs/product.md 6: to the client list of the current area, once the toast could be read. */
function useReturnToList(saved: boolean): void {
  const navigate = useNavigate()
  const list = useAreaPath()('clients')
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => navigate(list), waitBeforeList)
    return () => clearTimeout(timer)
  }, [saved, list, navigate])
}
