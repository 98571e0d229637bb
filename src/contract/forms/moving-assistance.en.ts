import { formPaths, publicPaths } from '#contract/paths.ts'
import type { Form } from './form.ts'

const yesNo = ['Yes', 'No']

export const movingAssistance: Form = {
  path: formPaths.movingAssistance,
  service: publicPaths.movingAssistance,
  title: 'Moving Assistance Form',
  version: '1.1',
  dated: '2026-11-27',
  purpose: 'Use this form when you need help with the costs and the work of a move.',
  bring: ['Your new lease or the landlord’s letter', 'Estimates, bills and receipts'],
  sections: [
    {
      id: 'move',
      title: 'Your move',
      rows: [
        [
          { kind: 'text', id: 'from', label: 'Moving from (address)', width: 6 },
          {
            kind: 'text',
            id: 'from-floor',
            label: 'Floor, elevator?',
            spoken: 'Old home: floor, elevator?',
            width: 3,
          },
          { kind: 'date', id: 'from-date', label: 'Day you move out', width: 3 },
        ],
        [
          { kind: 'text', id: 'to', label: 'Moving to (address)', width: 6 },
          {
            kind: 'text',
            id: 'to-floor',
            label: 'Floor, elevator?',
            spoken: 'New home: floor, elevator?',
            width: 3,
          },
          { kind: 'date', id: 'to-date', label: 'Day you move in', width: 3 },
        ],
        [
          { kind: 'text', id: 'landlord', label: 'New landlord (name, phone)', width: 6 },
          { kind: 'text', id: 'keys', label: 'Keys: from whom, and when?', width: 6 },
        ],
        [
          { kind: 'text', id: 'helpers', label: 'Who helps you move?', width: 5 },
          { kind: 'choice', id: 'storage', label: 'Things in storage?', width: 2, options: yesNo },
          { kind: 'text', id: 'storage-place', label: 'Where, and until when?', width: 5 },
        ],
      ],
    },
    {
      id: 'costs',
      title: 'What the move costs',
      rows: [
        [
          { kind: 'text', id: 'funding', label: 'Who pays (fund or program)', width: 5 },
          { kind: 'choice', id: 'approved', label: 'Approved?', width: 3, options: [...yesNo, 'Asked'] },
          { kind: 'text', id: 'approval', label: 'Approved by, and when', width: 4 },
        ],
        [
          {
            kind: 'table',
            id: 'items',
            label: 'Items',
            width: 12,
            rows: [
              'Deposit',
              'Application fee',
              'Truck',
              'Movers',
              'Furniture',
              'Kitchen',
              'Bedding',
              'Other',
              'Total',
            ],
            rowHeader: { label: 'Item', width: 3 },
            columns: [
              { id: 'vendor', label: 'Vendor', width: 5, kind: 'text', except: ['Total'] },
              { id: 'estimate', label: 'Estimate ($)', width: 2, kind: 'text' },
              { id: 'actual', label: 'Actual cost ($)', width: 2, kind: 'text' },
              { id: 'receipt', label: 'Receipt', width: 1, kind: 'checkbox', except: ['Total'] },
            ],
          },
        ],
        [
          {
            kind: 'checkbox',
            id: 'only-source',
            label: 'I have not received these things, or money for them, from another source.',
            width: 12,
          },
        ],
        [{ kind: 'lines', id: 'remarks', label: 'Anything else that we should know', width: 12, lines: 1 }],
      ],
    },
  ],
}
