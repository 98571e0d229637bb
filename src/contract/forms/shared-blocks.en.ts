import type { Organization } from '#contract/organization/schema.ts'
import type { FormSection } from './form.ts'

const yesNo = ['Yes', 'No']

/** Opens every form: who it is about and how to reach that person safely. */
export const clientBlock: FormSection = {
  id: 'client',
  title: 'About you',
  rows: [
    [
      { kind: 'text', id: 'first-name', label: 'Legal first name', width: 3, required: true },
      { kind: 'text', id: 'last-name', label: 'Legal last name', width: 3, required: true },
      { kind: 'text', id: 'preferred-name', label: 'Name you go by', width: 3 },
      { kind: 'date', id: 'birth-date', label: 'Date of birth', width: 3 },
    ],
    [
      { kind: 'text', id: 'phone', label: 'Phone', width: 3 },
      { kind: 'choice', id: 'text-ok', label: 'May we text you?', width: 2, options: yesNo },
      {
        kind: 'choice',
        id: 'message-safe',
        label: 'Safe to leave a message?',
        hint: 'Say no if someone else could hear or read it.',
        width: 3,
        options: yesNo,
      },
      { kind: 'text', id: 'email', label: 'Email', width: 4 },
    ],
    [
      {
        kind: 'text',
        id: 'staying',
        label: 'Where you stay now',
        hint: 'An address, a shelter, or “outside.”',
        width: 5,
      },
      { kind: 'text', id: 'mailing-address', label: 'Mailing address', width: 5 },
      { kind: 'text', id: 'county', label: 'County', width: 2 },
    ],
    [
      { kind: 'text', id: 'language', label: 'Language you prefer', width: 2 },
      { kind: 'choice', id: 'interpreter', label: 'Do you need an interpreter?', width: 3, options: yesNo },
      { kind: 'text', id: 'contact', label: 'Contact person or guardian (name, phone)', width: 4 },
      { kind: 'text', id: 'referral', label: 'Who sent you to us?', width: 3 },
    ],
  ],
}

/**
 * Minnesota's privacy notice says why the data is collected, that people may refuse, what happens if they give or withhold
 * it, and who may receive it, courts and auditors included.
 */
export const closingBlock: FormSection = {
  id: 'closing',
  title: 'Your privacy and signatures',
  notice:
    'We ask for this so that we can plan and give you the help that this form is about. You do not have to answer, and you do not have to sign. What you write becomes part of your record, which we use to help you and to show what we did; if you leave something out, we may not be able to give you some of this help. Our staff and people you allow in writing may see it; where the law lets them, so may agencies that pay for or check our work, auditors and courts.',
  rows: [
    [
      {
        kind: 'text',
        id: 'printed-name',
        label: 'Your name again',
        hint: 'In case the two pages get separated.',
        width: 12,
      },
    ],
    [
      { kind: 'signature', id: 'client-signature', label: 'Your signature', width: 4 },
      { kind: 'date', id: 'client-date', label: 'Date', spoken: 'Date of your signature', width: 2 },
      {
        kind: 'signature',
        id: 'guardian-signature',
        label: 'Signature of your guardian, if any',
        width: 4,
      },
      {
        kind: 'date',
        id: 'guardian-date',
        label: 'Date',
        spoken: 'Date of the guardian’s signature',
        width: 2,
      },
    ],
  ],
}

/** On the PDF only: the website says it beside the form. */
export function sendingBlock({ address, fax, phones }: Organization): FormSection {
  const ways = [`Mail it to ${address.join(', ')}`, ...(fax ? [`fax it to ${fax}`] : [])].join(', or ')
  const [phone] = phones
  const help = phone ? ` If you want help with it, or cannot mail or fax it, call ${phone.number}.` : ''
  return {
    id: 'sending',
    title: 'How to send this form',
    notice: `${ways}. Please do not email it: email is not private enough.${help}`,
    rows: [],
  }
}

export const officeBlock: FormSection = {
  id: 'office',
  title: 'For our office',
  office: true,
  rows: [
    [
      { kind: 'date', id: 'received', label: 'Received', spoken: 'Date received', width: 3 },
      { kind: 'text', id: 'worker', label: 'Assigned worker', width: 6 },
      { kind: 'text', id: 'client-id', label: 'Client ID', width: 3 },
    ],
    [
      { kind: 'text', id: 'staff-name', label: 'Staff name', width: 3 },
      { kind: 'text', id: 'staff-title', label: 'Staff title', width: 3 },
      { kind: 'signature', id: 'staff-signature', label: 'Staff signature', width: 4 },
      { kind: 'date', id: 'staff-date', label: 'Date', spoken: 'Date of the staff signature', width: 2 },
    ],
  ],
}
