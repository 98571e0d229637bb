import type { FormSection } from './form.ts'

/** Minnesota's privacy notice says: what for, the right to refuse, what follows from it, and who may see the data. */
export const closingBlock: FormSection = {
  id: 'closing',
  title: 'Your privacy and signatures',
  notice:
    'We ask for this information so that we can plan and give you the help that this form is about. You do not have to answer, and you do not have to sign. If you leave something out, we may not be able to give you some of this help. Only our staff, people you allow in writing, and agencies that the law lets see our records may see what you write here.',
  rows: [
    [
      { kind: 'signature', id: 'client-signature', label: 'Your signature', width: 4 },
      { kind: 'date', id: 'client-date', label: 'Date', spoken: 'Date of your signature', width: 2 },
      {
        kind: 'signature',
        id: 'guardian-signature',
        label: 'Guardian’s signature, if you have one',
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
    [
      { kind: 'text', id: 'staff-name', label: 'Staff name', width: 3 },
      { kind: 'text', id: 'staff-title', label: 'Staff title', width: 3 },
      { kind: 'signature', id: 'staff-signature', label: 'Staff signature', width: 4 },
      { kind: 'date', id: 'staff-date', label: 'Date', spoken: 'Date of the staff signature', width: 2 },
    ],
  ],
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
  ],
}
