/**
 * The English texts that translators translate for the pages in other languages. `{name}` stands for the organization's
 * name, `{date}` for the day of the review.
 */
export const languageSource = {
  title: 'Help with housing in Minnesota',
  description:
    '{name} helps people in Minnesota find a home, move in and keep it. Read how, and how to reach us.',
  skip: 'Skip to main content',
  languages: 'Languages',
  leaveLabel: 'Leave quickly',
  leave: 'Leave this site',
  leaveHistory: 'This does not clear your history.',
  lead: 'Looking for a home is hard. So is the fear of losing one. {name} listens, makes a plan with you, and helps you find a home and keep it.',
  call: 'Call us:',
  interpreterTitle: 'An interpreter is free',
  interpreterHow:
    'Call us and say the name of your language in English. We will get someone who speaks it. You can ask for this each time you talk with us.',
  relay: 'Hard to hear or speak on the phone? The relay service can connect you with us. Call',
  servicesTitle: 'How we can help you',
  housingConsultant: 'One person sits down with you and writes a plan for the home you want.',
  housingTransition: 'We help you search for a home, apply for it and move in.',
  housingSustaining:
    'We help you keep your home, talk with your landlord and act early when there is a problem.',
  movingAssistance: 'We help with what a move takes, such as a deposit, a truck or furniture.',
  housingSupportSupplement:
    'We give more help to people who get Housing Support, a state program for room and board.',
  additionalServices:
    'We help with more than housing: a case manager, mental health support, and people we trust who can help you.',
  reachTitle: 'How to reach us',
  reach: 'It costs nothing to ask. Please leave out private health details when you write.',
  phone: 'Phone',
  fax: 'Fax',
  email: 'Email',
  address: 'Address',
  rightsTitle: 'Your rights and your privacy',
  rightToChoose: 'You choose the help you want. You can say no at any time.',
  rightToPrivacy:
    'Your records are private. Our staff may open them only for their work. Others may see them only if you agree, or if a law or a contract says so.',
  rightToSee: 'You can ask what we have about you, get a copy, and ask us to correct mistakes.',
  rightToFairness: 'You have a right to fair treatment, whatever your language and wherever you come from.',
  rightToComplain: 'You can complain. No one may treat you worse because of it. Call',
  helpTitle: 'If you need help right now',
  english: 'The rest of this website is in English:',
  reviewed: 'A person checked this page on {date}. The English text has changed since then.',
} as const

export type LanguageText = keyof typeof languageSource
