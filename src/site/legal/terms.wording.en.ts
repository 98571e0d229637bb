import type { LegalPageWording } from './wording.en.ts'

/** Its sections are numbered by the page, 1 to 7: six here and the contact. */
export const termsWording: LegalPageWording = {
  title: 'Terms of service',
  description: (name) =>
    `The rules for using the website of ${name}, in seven short sections: what it is for, fair use, staff accounts and more.`,
  lead: (name) => `These are the rules for using the website and the staff portal of ${name}.`,
  inShort: [
    'Use the website to learn about our help, get forms and write to us.',
    'If you are in danger, do not write to us. Call 911.',
    'Reading this site or sending a form does not make you a client, and it costs nothing.',
  ],
  sections: ({ organization: { name } }) => [
    {
      title: 'Using this website',
      parts: [
        `This website belongs to ${name} (“we”). By using it, you agree to these terms. If you do not agree, please do not use the website. You can still call us.`,
        'You do not need an account to read the public pages, to get a form or to send us a message.',
      ],
    },
    {
      title: 'Our services',
      parts: [
        'The website tells you about our services. Reading it, or sending us a message or a form, does not make you a client and does not promise you a place. A service starts only when you and we have agreed on it.',
        'The website does not promise that Medical Assistance or another program will pay for a service. Programs and rules change. Ask us what applies to you.',
      ],
    },
    {
      title: 'Not for emergencies',
      parts: [
        'We do not read messages day and night. If someone is in danger, call 911. If you need to talk to someone in a crisis, call 988.',
        'What you read here is general information. It is not legal or medical advice.',
      ],
    },
    {
      title: 'Fair use',
      parts: [
        'Please do not:',
        [
          'try to get into parts of the site that are not for you, or stop it from working',
          'send ads, automated messages, or anything that threatens or insults people',
          'pretend to be someone else, or send us another person’s private data without their OK',
        ],
        'You may print and share our pages and forms when you use them to get help or to help someone. The words, pictures and name are ours. Please ask before you use them for anything else.',
      ],
    },
    {
      title: 'Staff accounts',
      parts: [
        'The staff portal is for employees and admins whom we have given an account. An account is for one person. Keep your password to yourself, sign out on shared computers, and tell us at once if someone else may know it.',
        'Client records are confidential. You may open them only for your work. The portal writes down what you open and change. We can end an account at any time.',
      ],
    },
    {
      title: 'What we can and cannot promise',
      parts: [
        'We work to keep this website correct and running. We cannot promise that it is always available or free of mistakes. As far as the law lets us, we are not liable for harm that comes from using the website or from trusting what it says. Not liable means that we do not have to pay for it. Nothing here takes away rights that the law gives you.',
        'Some links lead to other websites. We do not run those and are not responsible for what they say.',
      ],
    },
  ],
  contact: {
    title: 'Changes, law and contact',
    parts: [
      'We may change these terms. What is on this page is what counts. The law of Minnesota applies. How we handle your data is in our privacy statement.',
      'If you have a question about these terms, ask us:',
    ],
  },
}
