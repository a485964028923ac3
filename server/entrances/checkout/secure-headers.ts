import type { RequestHandler } from 'express';
import helmet from 'helmet';

const self = ["'self'"];
const none = ["'none'"];

const setHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: none,
      scriptSrc: self,
      styleSrc: self,
      // Pico draws its arrows by data: addresses.
      imgSrc: ["'self'", 'data:'],
      connectSrc: self,
      formAction: self,
      baseUri: none,
      frameAncestors: none,
    },
  },
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  // The proxy that ends TLS in front of us says for how long the host has it.
  strictTransportSecurity: false,
});

const refusedFeatures = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'];
const permissions = [...refusedFeatures.map((feature) => `${feature}=()`), 'clipboard-write=(self)'].join(', ');

/** What browsers are told to allow a page, which is next to nothing. Its address is a secret, so no other site is told it. */
export const secureHeaders: RequestHandler = (request, response, next) => {
  response.setHeader('permissions-policy', permissions).setHeader('x-robots-tag', 'noindex, nofollow');
  setHeaders(request, response, next);
};
