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
        hint: 'Say no if somebody else could hear or read it.',
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
        hint: 'An address, a shelter, or “outside”.',
        width: 5,
      },
      { kind: 'text', id: 'mailing-address', label: 'Mailing address', width: 5 },
      { kind: 'text', id: 'county', label: 'County', width: 2 },
    ],
    [
      { kind: 'text', id: 'language', label: 'Language you prefer', width: 3 },
      { kind: 'choice', id: 'interpreter', label: 'Interpreter?', width: 2, options: yesNo },
      { kind: 'text', id: 'contact', label: 'Contact person or guardian (name, phone)', width: 4 },
      { kind: 'text', id: 'referral', label: 'Who sent you to us?', width: 3 },
    ],
  ],
}
