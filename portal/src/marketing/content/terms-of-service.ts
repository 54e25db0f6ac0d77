import { BRAND, COMPANY } from '@stationhouse/platform-api/contract/site/brand';
import {
  FREE_CANCELLATION_HOURS,
  LAUNCH_HOURS,
  NOTICE_DAYS,
} from '@stationhouse/platform-api/contract/stations/values';
import {
  PLAYLIST_UPDATE_WEEKS,
  VAT_PERCENT,
} from '@stationhouse/platform-api/contract/billing/prices';
import type { DocumentContent } from './content.ts';
import {
  companyAndAddress,
  LAUNCH_DAYS,
  LEGAL_UPDATED,
  packagesWithSpots,
  perPackage,
} from './figures.ts';

export const termsOfService: DocumentContent = {
  title: 'Terms of service',
  description: `The agreement between you and ${BRAND.name}, in plain English: what you get, what you pay, ${NOTICE_DAYS} days’ notice, your uploads, licences and liability.`,
  heading: 'Terms of service',
  updated: LEGAL_UPDATED,
  lead: 'These terms are the agreement between you and us when you use our site, our API or a station. We have tried to write them so that you can read them.',
  sections: [
    {
      heading: 'Who we are, and who you are',
      body: [
        `‘We’ are ${companyAndAddress}, registered in England and Wales with company number ${COMPANY.company_number}, trading as ${BRAND.name}. You can reach us at ${COMPANY.contact_email}.`,
        '‘You’ are the business that orders a station, or the person who uses our site. We sell to businesses. By ordering you confirm that you are at least 18 and may act for the business.',
        'If you nevertheless buy as a consumer, nothing here takes away the rights that the law gives you. These include the right to cancel within 14 days of a purchase made online; if you asked us to begin within that time, you pay for what was done until you cancelled.',
      ],
    },
    {
      heading: 'What you get',
      body: [
        `A web radio station in the name you choose, with music curated by people and updated every ${PLAYLIST_UPDATE_WEEKS} weeks, a public page and address, a player for your website, and the radio IDs, jingles, spots and extras of your package, as our pricing shows them on the day you order. Announcements and commercial spots are part of ${packagesWithSpots}.`,
        'You may play the station at any number of your own locations, and any number of people may listen at the same time.',
        `Each package has listening hours for the month, counted over all listeners together: ${perPackage((each) => each.limits.listening_hours)}. If you go beyond them, we tell you and agree with you on a package that fits. If we do not agree on one within a reasonable time, we may limit the station to its hours.`,
      ],
    },
    {
      heading: 'Ordering and going live',
      body: [
        'Your order is an offer, and the contract is made when your payment is confirmed. If a price on our site is plainly a mistake, we may decline the order and pay you back.',
        `We build your station once you have sent the setup form. We aim to have it on air in under ${LAUNCH_HOURS} hours, about ${LAUNCH_DAYS} business days. That depends on your giving us what we need; if we are late, tell us and we will put your station first.`,
        'A trial costs the setup fee and the first month of its package. It ends automatically after that month, unless you continue it on your dashboard before. Then it is a subscription like any other.',
        'You can change your package on your dashboard. A larger one starts at once, and you pay the difference for the rest of the paid month. A smaller one starts with the next payment.',
      ],
    },
    {
      heading: 'Prices and payment',
      body: [
        'The setup fee is paid once, with the first month. After that the monthly fee is due in advance each month until the contract ends. Payments are taken in euros by Stripe.',
        `VAT is added at ${VAT_PERCENT}% if your business is in the UK, or if you give no VAT number. Otherwise no VAT is added. You are responsible for the country and the VAT number you give, and we keep them as evidence.`,
        'If a payment fails, we tell you and try again. If it is still open after the days of grace that our message names, we may take the station off air. It comes back as it was when you have paid.',
        'The setup fee pays for work and is not refunded once that work has begun, unless we were at fault or the law says otherwise.',
        `We may change a monthly fee by telling you at least ${NOTICE_DAYS} days before. You may cancel before the new fee applies.`,
      ],
    },
    {
      heading: 'How long it lasts, and how it ends',
      body: [
        `Monthly plans run until they are cancelled, with ${NOTICE_DAYS} days’ notice, unless your order says otherwise. You cancel in your dashboard, through ‘Cancel subscription’, or by writing to us. The contract then ends with the month you have paid for or, if that is fewer than ${NOTICE_DAYS} days away, with the month after it. If you cancel in the first ${FREE_CANCELLATION_HOURS} hours of a month, it always ends with that month. Your station stays on air until then.`,
        `We may end the contract with ${NOTICE_DAYS} days’ notice, and then return any fee for time after the end. Either of us may end it at once if the other breaks it seriously and, where it can be put right, has not done so within 14 days of being asked.`,
        'When the contract ends, the station goes off air. You can export your data and delete your account in the Account settings on your dashboard. Deleting your account ends your subscription and removes your station and files, and cannot be undone.',
      ],
    },
    {
      heading: 'Your account and API keys',
      body: [
        'Give us true details and keep them up to date. Keep your password and API keys secret, and tell us at once if someone else may have them. What is done with them counts as done by you, unless we are to blame.',
        'The API is for your own station. Respect its limits, and do not use it to disturb others.',
      ],
    },
    {
      heading: 'Your uploads, texts and announcements',
      body: [
        'Your logo, texts and audio stay yours. You allow us to store, copy, adapt in format and broadcast them for as long as we run your station.',
        'You confirm that you have all the rights to them, music, voices, names and marks included. Nothing that you upload, write or have spoken may:',
        [
          'infringe anyone’s rights, or pretend to come from someone else;',
          'be unlawful, defamatory, hateful, threatening or obscene;',
          'be misleading advertising, or advertising that is not allowed for the product or for the people who hear it;',
          'imitate emergency signals or official announcements;',
          'contain harmful code, or be made to get around a limit or a safeguard.',
        ],
        'A station’s page is public. Do not put personal or confidential information on it or on air.',
        'We may refuse or remove what breaks these rules and, in serious cases, take the station off air while we talk to you. If someone makes a claim against us because of your material, you bear the reasonable cost of it, provided that we tell you promptly and let you take part in the defence.',
      ],
    },
    {
      heading: 'The music',
      body: [
        'You may play the stream at your locations and let people hear it through your station’s page and player. You may not record it, copy it, resell it or pass it on as another service.',
        'In most countries a business needs a licence to play music where customers or staff can hear it; in the UK this is TheMusicLicence from PPL PRS. Such licences for your premises, and any for your website, are not part of our packages. Finding out which you need, and having them, is up to you, unless we have agreed something else in writing.',
      ],
    },
    {
      heading: 'Service levels',
      body: [
        'We run stations day and night, repair faults as quickly as we reasonably can, and try to do planned work when few people listen. Players reconnect automatically. Still, this is the internet: we do not promise that a stream never stops, and we are not responsible for your own connection, devices or website.',
        'If your station is off air for long through our fault, write to us, and we agree on a fair credit for the time that was lost.',
      ],
    },
    {
      heading: 'Our rights',
      body: [
        'The software, the design, the player, our name and the selection of the music belong to us or to those who license them to us. You may use the player on your sites for as long as the contract lasts.',
      ],
    },
    {
      heading: 'Liability',
      body: [
        'Nothing in these terms limits liability for death or personal injury caused by negligence, for fraud, or for anything else that cannot be limited by law.',
        'Apart from that, if you are a business, neither of us is liable to the other for lost profit, lost business or any indirect loss, and the total liability of each in any 12 months is limited to the fees paid and payable for those 12 months. This limit does not apply to your duty to pay, or to claims about your material.',
        'If you are a consumer, we are responsible for loss that is a foreseeable result of our breaking this agreement or failing to use reasonable care and skill.',
        'Neither of us is liable for what lies beyond reasonable control, such as failures of power or public networks.',
      ],
    },
    {
      heading: 'Personal data',
      body: [
        'Our privacy policy says how we handle personal data. If your material contains personal data of other people, you make sure that you may give it to us.',
      ],
    },
    {
      heading: 'Changes to these terms',
      body: [
        `We may change these terms for good reason, such as a change in the law or in the service. We tell customers by email at least ${NOTICE_DAYS} days before. If you do not agree, you may cancel before the change applies.`,
      ],
    },
    {
      heading: 'The rest',
      body: [
        'These terms, with your order, are the whole agreement. If a part of them does not hold, the rest still does. Delay in using a right does not waive it. You may transfer the contract with our consent, which we will not refuse without reason. No one but you and us has rights under it.',
        'The law of England and Wales applies, and its courts decide. Consumers who live elsewhere in the UK may also go to the courts there, and keep the protection of the law where they live.',
        'Please talk to us before going to court. Most things can be settled in one telephone call.',
      ],
    },
  ],
};
