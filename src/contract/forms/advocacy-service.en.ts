import { formPaths, publicPaths } from '#contract/paths.ts'
import type { Form } from './form.ts'

export const advocacyService: Form = {
  path: formPaths.advocacyService,
  service: publicPaths.additionalServices,
  title: 'Advocacy Service Form',
  version: '1.1',
  dated: '2026-11-27',
  purpose: 'Use this form when you want us to speak up with you, or to connect you with other help.',
  bring: ['Names and phone numbers of people who help you now', 'Your crisis plan, if you have one'],
  sections: [
    {
      id: 'today',
      title: 'What brings you here',
      rows: [
        [
          { kind: 'lines', id: 'reason', label: 'Why did you come today?', width: 6, lines: 2 },
          {
            kind: 'lines',
            id: 'providers',
            label: 'Who helps you now? (name, agency, phone)',
            width: 6,
            lines: 2,
          },
        ],
        [
          {
            kind: 'choices',
            id: 'services',
            label: 'Help that you want',
            width: 12,
            options: [
              'Someone who speaks up with me',
              'Case management',
              'Mental health support',
              'Referral to other services',
              'Other',
            ],
          },
        ],
        [
          {
            kind: 'choice',
            id: 'crisis-plan',
            label: 'Do you have a crisis plan?',
            width: 3,
            options: ['Yes', 'No'],
          },
          {
            kind: 'text',
            id: 'crisis-contact',
            label: 'Who should we call in a crisis? (name, phone)',
            width: 5,
          },
          {
            kind: 'choice',
            id: 'safe',
            label: 'Are you safe right now?',
            hint: 'In danger? Call 911.',
            width: 4,
            options: ['Yes', 'No', 'Not sure'],
          },
        ],
      ],
    },
    {
      id: 'goals',
      title: 'Your strengths, goals and referrals',
      rows: [
        [
          {
            kind: 'lines',
            id: 'strengths',
            label: 'What are you good at? What helps you?',
            width: 6,
            lines: 2,
          },
          { kind: 'lines', id: 'goals', label: 'What do you want to achieve?', width: 6, lines: 2 },
        ],
        [
          {
            kind: 'table',
            id: 'referral',
            label: 'Referrals',
            width: 12,
            rows: ['Referral 1', 'Referral 2', 'Referral 3'],
            columns: [
              { id: 'to', label: 'Referred to (person, agency)', width: 5, kind: 'text' },
              { id: 'for', label: 'For what', width: 4, kind: 'text' },
              { id: 'date', label: 'Date', width: 2, kind: 'date' },
              { id: 'result', label: 'What came of it', width: 3, kind: 'text' },
            ],
          },
        ],
      ],
    },
    {
      id: 'release',
      title: 'Release of information: who may we talk to about you?',
      notice:
        'Fill this in only if you want us to share something. Your permission ends after one year unless you write an earlier date. You may take it back at any time by telling us in writing; what was shared before stays shared.',
      rows: [
        [
          { kind: 'text', id: 'who', label: 'Who may we share with?', width: 6 },
          { kind: 'text', id: 'what', label: 'What may we share?', width: 6 },
        ],
        [
          { kind: 'text', id: 'purpose', label: 'What for?', width: 6 },
          { kind: 'date', id: 'expires', label: 'Ends on (or one year from signing)', width: 4 },
          { kind: 'text', id: 'initials', label: 'Your initials', width: 2 },
        ],
      ],
    },
  ],
}
