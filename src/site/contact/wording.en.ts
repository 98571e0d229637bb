export const contactPageWording = {
  title: (name: string) => `Contact us – ${name}`,
  description: (name: string) =>
    `Call, write or send a message to ${name}. Our address, phone and email, and a short form.`,
  heading: 'Contact us',
  intro:
    'Tell us what is going on, and we will tell you if we can help, and how. You do not need to have all the answers first. It costs nothing to ask. You can also contact us on behalf of someone else, such as your parent or your child.',
  write: 'Write a message',
  reach: {
    title: 'How to reach us',
    address: 'Address',
    visit: 'Please call us before you visit.',
    fax: 'Fax',
    email: 'Email',
  },
  help: {
    title: 'Need help right now?',
    text: 'Please do not wait for our answer: we do not read messages day and night. Call one of these numbers.',
  },
  complaints: {
    text: 'Do you have a complaint?',
    link: 'How to complain',
  },
  form: {
    title: 'Send us a message',
    who: 'Only our office managers can read it. They or someone from our team will answer you by email.',
    care: 'Please leave out private health details and numbers such as your Social Security number. We can talk about those later. If you write about someone else, please ask them first.',
    required: 'required',
    name: 'Name',
    nameHint: 'What should we call you?',
    email: 'Email',
    emailHint: 'We will write back to this address. No email? Please call us.',
    message: 'Message',
    messageHint: 'What is going on, and what would help you?',
    upTo: (limit: number) => `Up to ${limit.toLocaleString('en-US')} characters`,
    send: 'Send message',
    unseen: 'Leave this field empty',
    dismiss: 'Dismiss message',
  },
  refused: {
    title: (name: string) => `Error: Contact us – ${name}`,
    problem: 'There is a problem',
  },
  sent: {
    title: (name: string) => `Message sent – ${name}`,
    description: (name: string) => `Your message to ${name} has been sent.`,
    stays: 'We received your message.',
    answeredWithin: (time: string) => `You will get an answer by email within ${time}.`,
    answered: 'You will get an answer by email. We do not read messages day and night.',
    text: 'Only our office managers can read your message. They or someone from our team will write back. Please look in your spam folder, too.',
    urgent: 'If you cannot wait, please call us:',
    home: 'Back to the home page',
  },
} as const

const characters = (count: string) => (count === '1' ? '1 character' : `${count} characters`)

/** Words that the page's script shows, apart so that browsers download nothing besides. */
export const contactFormWording = {
  send: 'Send message',
  sending: 'Sending…',
  upTo: (limit: string) => `Up to ${limit} characters`,
  left: (count: string) => `${characters(count)} left`,
  tooMany: (count: string) => `${characters(count)} too many`,
  tooLong: (limit: string) => `Message can have at most ${limit} characters`,
} as const
