/** The overview, and what all service pages have in common. */
export const servicesWording = {
  title: (name: string) => `Services – ${name}`,
  description: (name: string) =>
    `How ${name} can help you: a plan for your home, finding a home, keeping it, moving, and more.`,
  heading: 'Services',
  lead: 'Pick what fits you best. Each page says who it is for. You can ask for more than one kind of help.',
  list: 'Our six services',
  unsure: {
    title: 'Not sure where to begin?',
    text: 'You do not have to know the name of the help you need. Tell us where you are staying now and what worries you. We will find a place to start together. It costs nothing to ask.',
  },
  titles: {
    housingConsultant: 'Housing Consultant',
    housingTransition: 'Housing Transition',
    housingSustaining: 'Housing Sustaining',
    movingAssistance: 'Moving Assistance',
    housingSupportSupplement: 'Housing Support Supplement',
    additionalServices: 'Additional Services',
  },
  cards: {
    housingConsultant: 'One person sits down with you and writes a plan for the home you want.',
    housingTransition: 'We help you search, apply, and move into a home.',
    housingSustaining: 'You have a home. We help you keep it and act early when there is a problem.',
    movingAssistance: 'Help with what a move takes: a deposit, a truck, movers, furniture.',
    housingSupportSupplement:
      'More help for people who get Housing Support, a state program for room and board.',
    additionalServices:
      'Mental health support, a case manager who helps with more than housing, and people we trust who can help you.',
  },
  page: {
    title: (service: string, name: string) => `${service} – ${name}`,
    back: 'All services',
    notice: 'Please note',
    whatItIs: 'What it is',
    whoFor: 'Who it is for',
    steps: 'What we do together',
    bring: 'What to have ready',
    bringIntro: 'Get what you can. If something is missing, talk to us anyway.',
    ending: 'How this service ends',
    words: 'Words on this page',
    form: 'The form for this service',
    formMore:
      'You can fill it out on a screen or on paper. If you want help with it, call us. When we have your form, we read it and get in touch with you. A form does not make you a client yet.',
    getForm: 'Get the form',
    ask: 'Costs and questions',
    askText:
      'It costs nothing to ask us, and you do not need the form for that. What the help itself costs, and who pays for it, is not the same for everyone. Ask us before you start. A service starts only when you and we have agreed on it.',
    call: 'Call',
    write: 'Write to us',
    neighbors: 'Other services that may help you',
  },
} as const

/** For the one service page that does not use the template. */
export const additionalServicesWording = {
  description: (name: string) =>
    `Case management, mental health support, advocacy and referrals to people we trust, from ${name}.`,
  lead: 'Help with more than housing, and people who speak up with you.',
  picture: 'Two people sit side by side on a bench by a lake and talk.',
  support: {
    title: 'Case Manager / Mental Health support',
    text: [
      'Are you interested in consultation, transitional or sustaining services? These help you plan for a home, find one and keep it. With them you also get case management and mental health support from us.',
      'Mental health support is not the same for everyone. Ask us what we can do for you. We are not a crisis line: if you need to talk to someone right now, call 988.',
      'You can also get moving assistance or the housing support supplement on its own.',
    ],
  },
  management: {
    title: 'Case Management Services',
    text: [
      'A case manager is one person who works with you on all of it: your home, your health, your paperwork, your plans.',
      'Where we cannot help, we refer you to trusted professionals and community organizations. To refer you means that we tell you who else may help.',
    ],
    advocacy: 'Advocacy',
    advocacyText:
      'Advocacy means that we speak up with you, for example to a government office, a landlord or a clinic. You say what you want. We help you be heard.',
  },
  form: 'The form for these services',
  others: 'Our other services',
} as const
