import { sessionDuration } from '#contract/durations.ts'
import type { LegalFacts, LegalPageWording } from './wording.en.ts'

export const privacyWording: LegalPageWording = {
  title: 'Privacy statement',
  description: (name) =>
    `What ${name} knows about you, why, who may see it, how it is kept safe, and what your rights are.`,
  lead: (name) =>
    `This page tells you what ${name} knows about you, why we know it, how we keep it safe, and what you can ask of us. It is about this website, and about the records that we keep when you work with us.`,
  inShort: [
    'You can read this whole website without telling us who you are.',
    'We do not count visitors, track you or show ads, and we never sell what we know about you.',
    'Your records are private. Our staff may open them only for their work. Others may see them only if you agree, or if a law or a contract says so.',
    'You can ask what we have about you, get a copy, and ask us to correct mistakes.',
  ],
  sections: (facts) => [collected(facts), used, protectedBy, kept(facts), rights(facts)],
  contact: {
    title: 'Contact',
    parts: [
      'Ask us anything about your privacy. You do not have to say why you ask. If you write, please leave out private health details. Email can be read by others on its way.',
    ],
  },
}

function collected({ organization: { name } }: LegalFacts) {
  return {
    title: 'Information we collect',
    parts: [
      'When you read this website: we do not ask who you are. Our server writes a short log so that we can find faults. A line in it says what kind of page was asked for, when, and how long the answer took. The log does not hold your name, your email address or your network address.',
      'When you send the contact form: we store your name, your email address, your message and the time. To stop floods of messages, we count how many come from one network in an hour. For this we use a scrambled code, not the network address itself, and we delete the count after the hour. A log of what happens to our records keeps the code, so that we can look into misuse.',
      'When you call, email or mail us: we know what you tell us.',
      `When you become a client of ${name}: we keep a record so that we can help you. It can hold:`,
      [
        'your name, date of birth, address, phone number and email address',
        'the service that you get, and whether your case is open',
        'weekly notes by the worker who helps you: what was done, and what comes next',
        'the forms that you fill out and sign',
      ],
      'When you are on our staff: we keep your name, how to reach you, your role, a log of what you do in the staff portal, the name of each browser that you sign in with, and a scrambled code for each browser and network that you sign in from.',
    ],
  }
}

const used = {
  title: 'How we use it',
  parts: [
    [
      'to answer you when you write to us',
      'to give you the service that you asked for, and to plan the next steps with you',
      'to show that the work was done, when an agency that pays for it or checks it asks for proof',
      'to do what the law tells us to do, such as reporting when an adult who depends on care is hurt',
    ],
    'We do not sell it. We do not use it for ads. We tell others about you only when you agree, when the law says we must, or when a contract with a public agency asks for it. Before we ask you for private data under such a contract, we tell you who may see it.',
  ],
}

const protectedBy = {
  title: 'How we protect it',
  parts: [
    [
      'Only staff who sign in can see client records. A person’s role decides what they may see and change.',
      'Only our office managers can read messages from the contact form.',
      'The system writes down who opened or changed a client’s record, and when. The list is sealed, so that we can tell if anyone changes it later.',
      'When a note is edited, the earlier text is kept, too.',
      `Passwords are stored in a form that cannot be read back. Staff are signed out after ${sessionDuration.idle} without use.`,
      'The emails that our system sends never hold client names or notes.',
    ],
    'No system is safe from everything. If something goes wrong with your data, we will tell you as the law requires.',
  ],
}

function kept({ retentionYears }: LegalFacts) {
  const deleted =
    retentionYears === 0
      ? 'When we delete a message or a record, it leaves our lists at once. After that we may delete it permanently at any time.'
      : `When we delete a message or a record, it leaves our lists at once. We keep it locked away for at least ${years(retentionYears)}. After that we may delete it permanently.`
  return {
    title: 'How long we keep it',
    parts: [
      'We keep a message until we no longer need it, and a client’s record as long as the law and our contracts require. Rules in Minnesota require service providers to keep service records for five years.',
      `${deleted} This is also true of messages from the contact form. Our backup copies can hold it a little longer.`,
    ],
  }
}

function years(count: number): string {
  return count === 1 ? '1 year' : `${count} years`
}

function rights({ organization: { name } }: LegalFacts) {
  return {
    title: 'Your rights',
    parts: [
      `Where ${name} works for a public agency under a contract, what we know about you as a client is “private data” under a Minnesota law, the Minnesota Government Data Practices Act. Private means: you may see it, the people who need it for their work may see it, and the public may not.`,
      'When we ask you for private data, you have the right to be told:',
      [
        'why we ask, and what we will do with it',
        'whether you may say no, and what happens if you do',
        'who else may see it',
      ],
      'You also have the right to:',
      [
        'ask whether we have data about you, and see it',
        'get a copy, and have us explain what it means',
        'say that something is wrong or missing, and ask us to correct it',
        'say yes or no before we share your health records. Your yes is good for one year unless we agree in writing on a different length of time. You can take it back at any time.',
      ],
      'Even where there is no contract with a public agency, you may ask us for the same.',
    ],
  }
}
