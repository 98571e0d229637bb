export const additionalServicesWording = {
  description: (name: string) =>
    `Case management, mental health support, advocacy and referrals to people we trust, from ${name}.`,
  lead: 'More than a roof: people who help with the rest, and who speak up with you.',
  picture: 'Two people sit side by side on a bench by a lake and talk.',
  support: {
    title: 'Case Manager / Mental Health support',
    text: [
      'Are you interested in consultation, transitional or sustaining services? Then you also get case management and mental health support from us.',
      'There is help that stands by itself, too: moving assistance and the housing support supplement. You can ask for one of them alone.',
    ],
  },
  management: {
    title: 'Case Management Services',
    text: [
      'A case manager is one person who keeps an eye on the whole of your life with you: your home, your health, your papers, your plans.',
      'Some help is not ours to give. Then we refer you to trusted professionals and community organizations. To refer you means that we tell you who else may help.',
    ],
    advocacy: 'Advocacy',
    advocacyText:
      'Advocacy means that we speak up with you, such as to an office, a landlord or a clinic. You say what you want. We help you to be heard.',
  },
  form: 'The form for these services',
  others: 'Our other services',
} as const
