import type { Topic } from './topic.ts'

/** For people who are looking for a home: the search and the papers. */
export const findingTopics: readonly Topic[] = [
  {
    weight: 5,
    openings: [
      'Searched listings with {client} for {minutes}.',
      'Met {client} {place} to look for apartments.',
      'Housing search with {client}: called {count} landlords in {city}.',
      'Went through the HousingLink openings in {county} County with {client}.',
      '{Client} found two listings near {street} and asked for help calling.',
      'Looked for one-bedrooms under {rent} with {client}.',
    ],
    details: [
      'Two units were already gone, one asks for three times the rent in income.',
      '{building} has an opening in {month}, {rent} with heat included.',
      '{Client} would rather stay in {city}, close to family and the bus.',
      'Ground floor or elevator is a must because of the stairs.',
      'Most landlords want a credit score above 600; {client} does not have one yet.',
      '{Client} is open to a studio if the rent stays under {rent}.',
      '{landlord} is willing to look at the whole story and not only the background check.',
      'Left messages with three property managers, one called back the same day.',
      'Explained how to spot a rental scam: no deposit before seeing the unit.',
    ],
    plans: [
      'Showing at {building} on {soon} at {time}.',
      'Next search session on {soon}.',
      '{Client} will call {landlord} by {soon}; I follow up if there is no answer.',
      'I will widen the search to the suburbs along the bus line.',
      'Will send {client} new listings by text on {soon}.',
    ],
  },
  {
    weight: 5,
    openings: [
      'Filled out the rental application for {building} with {client}.',
      'Application for {building} went in today.',
      'Helped {client} with the online application, {minutes} in all.',
      '{landlord} called about {client}’s application.',
    ],
    details: [
      'Application fee of {fee} paid from the moving funds, receipt on file.',
      'Still missing: {document} and {otherDocument}.',
      '{Client} wrote a short letter about what has changed since then.',
      'Gave two references: the former landlord and the pastor.',
      'They run a background check going back seven years.',
      '{Client} was worried about {barrier}, so we practised how to talk about it.',
      'Asked for a reasonable accommodation in writing, with a copy to the manager.',
      'There are about {count} people ahead on the list.',
    ],
    plans: [
      'Decision expected by {deadline}.',
      'I call {landlord} again on {soon}.',
      '{Client} brings {document} on {soon}.',
      'If this one falls through, {building2} is next on our list.',
    ],
  },
  {
    weight: 2,
    openings: [
      'Application at {building} was denied because of {barrier}.',
      'Denial letter for {client} from {building}: {barrier}.',
      '{landlord} turned {client} down, the reason given is {barrier}.',
    ],
    details: [
      'Went through the letter together, the report they used has a mistake in it.',
      'Ordered a free copy of the screening report.',
      '{Client} took it hard. We looked at what has gone well since {lastMonth}.',
      'Asked whether a double deposit or a co-signer would change the decision.',
      'The fee of {fee} is not given back.',
    ],
    plans: [
      'We appeal in writing before {deadline}.',
      '{building2} is next on our list, application on {soon}.',
      'Legal aid looks at the old record on {soon}.',
      '{Client} asks {relative} for a reference by {soon}.',
    ],
  },
  {
    weight: 4,
    openings: [
      'Voucher paperwork with {client} today.',
      '{Client} got the voucher letter in the mail.',
      'Called the housing authority about {client}’s voucher.',
      'Voucher briefing at the housing authority, went along with {client}.',
      'Request for tenancy approval sent to the housing authority for {building}.',
    ],
    details: [
      'The voucher runs out on {deadline}; an extension has to be asked for in writing.',
      'Payment standard for a one-bedroom is {rent}, so {building} would just fit.',
      'The caseworker has a new fax number, sent everything again with a cover page.',
      'Household form has to be signed by every adult.',
      'Inspection failed on {repair}; {landlord} says it will be fixed within the week.',
      '{Client} pays about 30% of income, we worked out {share} a month.',
    ],
    plans: [
      'Asked for a 60-day extension, answer by {deadline}.',
      'Inspection set for {soon}, {time}.',
      'I check the portal again on {soon}.',
      '{Client} signs the lease as soon as the rent is approved.',
      'Need {document} before {deadline}.',
    ],
  },
]
