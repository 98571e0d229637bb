import type { LegalFacts, LegalPageWording } from './wording.en.ts'

/** Only for an organization that says who takes complaints; others have no such page. */
export const complaintsWording: LegalPageWording = {
  title: 'Complaints',
  description: (name) =>
    `How to complain about ${name}: who to tell, when you get an answer, and who else can help.`,
  lead: (name) =>
    `If ${name} did not treat you well or made a mistake, please tell us. We want to put it right, and you have the right to complain.`,
  inShort: [
    'You can complain by phone, by email or by letter.',
    'No one may treat you worse because you complain.',
    'You can also go to people outside our office, at any time.',
  ],
  sections: ({ organization: { complaints } }: LegalFacts) =>
    complaints
      ? [
          {
            title: 'Who to tell',
            parts: [
              'Call, write or send a letter to:',
              { reach: [{ name: complaints.to, number: complaints.number, email: complaints.email }] },
              'You may ask someone you trust to do it for you. Say what happened, when, and what you would like us to do. You do not have to give reasons or fill out a form.',
            ],
          },
          {
            title: 'What happens next',
            parts: [
              `You will get an answer within ${complaints.answeredWithin}. It will say what we found and what we will do.`,
              'We tell only the people who look into your complaint.',
            ],
          },
          {
            title: 'You will not be treated worse',
            parts: [
              'You keep your services when you complain. No one may punish you, speak badly of you or stop helping you because of it. If that happens, tell us, or tell one of the people below.',
            ],
          },
          {
            title: 'Outside our office',
            parts: [
              'You do not have to come to us first. These people do not work for us:',
              { reach: complaints.outside },
            ],
          },
        ]
      : [],
  contact: {
    title: 'Contact',
    parts: ['You can also reach our office here. Please leave out private health details if you write.'],
  },
}
