/** The endings of providers that have a domain per country. */
const endings = {
  gmail: 'com',
  hotmail:
    'com es co.uk fr it de be nl ca com.ar com.br com.mx cl gr dk no se ch co.nz co.jp co.th com.au com.tr co.il',
  outlook:
    'com es fr de it pt com.br com.ar com.mx cl co ie dk in jp kr co.id co.th com.au com.gr com.tr com.vn cz at be hu lv ph sa sg sk my',
  yahoo:
    'com es com.mx com.br com.ar com.co com.pe com.ve cl co.uk fr it de ca in co.in co.id com.ph com.sg com.au com.vn com.hk com.tw com.my com.tr co.jp co.kr co.nz co.th co.za co.il gr ie se no dk pl ro at nl be ch pt hu cz fi',
  live: 'com com.mx com.ar com.pt cl co.uk fr it nl se be ca dk no de at ie cn com.au ru in jp com.my com.sg com.ph',
  icloud: 'com',
  gmx: 'de net com at ch us fr es',
} as const

/** Domains of the mail providers that most people use, world-wide; of two equally near ones, the earlier is meant. */
export const mailDomains: readonly string[] = [
  ...Object.entries(endings).flatMap(([name, list]) => list.split(' ').map((ending) => `${name}.${ending}`)),
  ...(
    'googlemail.com ymail.com rocketmail.com msn.com passport.com aol.com aim.com me.com mac.com mail.com email.com ' +
    'protonmail.com proton.me pm.me tutanota.com tuta.io tuta.com fastmail.com fastmail.fm hey.com zoho.com zohomail.com hushmail.com posteo.de mailbox.org ' +
    'web.de t-online.de freenet.de arcor.de orange.fr free.fr sfr.fr laposte.net wanadoo.fr neuf.fr libero.it virgilio.it tiscali.it alice.it tin.it ' +
    'terra.com.br uol.com.br bol.com.br ig.com.br globo.com terra.es telefonica.net prodigy.net.mx sapo.pt ' +
    'btinternet.com sky.com virginmedia.com talktalk.net ntlworld.com blueyonder.co.uk comcast.net verizon.net att.net sbcglobal.net bellsouth.net ' +
    'cox.net charter.net earthlink.net q.com rogers.com bell.net shaw.ca sympatico.ca bigpond.com optusnet.com.au xtra.co.nz ' +
    'mail.ru bk.ru list.ru inbox.ru yandex.ru yandex.com ya.ru rambler.ru ukr.net i.ua seznam.cz wp.pl o2.pl interia.pl onet.pl abv.bg ' +
    'qq.com foxmail.com 163.com 126.com sina.com sina.cn sohu.com yeah.net aliyun.com naver.com daum.net hanmail.net nate.com ' +
    'docomo.ne.jp ezweb.ne.jp softbank.ne.jp rediffmail.com indiatimes.com ziggo.nl kpnmail.nl planet.nl telenet.be skynet.be bluewin.ch telia.com walla.co.il mynet.com'
  ).split(' '),
]
