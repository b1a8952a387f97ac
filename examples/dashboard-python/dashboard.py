"""A dashboard for staff: Authlib logs in, reads the name, logs out, and reads Storyport's logout notices."""

import os
import secrets
from html import escape
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, JsonWebToken
from authlib.oidc.core import CodeIDToken
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

PORT = int(os.environ.get("PORT", "3013"))
PORTAL_URL = os.environ.get("PORTAL_URL", "http://localhost:3000")
CLIENT_ID = os.environ.get("CLIENT_ID", "")
OWN_URL = f"http://127.0.0.1:{PORT}"
LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"

# Only the demo speaks http. Authlib refuses it otherwise.
if PORTAL_URL.startswith("http://"):
    os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

# Name the algorithm: a token must not choose it.
jwt = JsonWebToken(["ES256"])

# By the secret of a cookie. A real dashboard keeps them in its database.
sessions = {}


def new_client(**options):
    """A client for one login. It waits as long as a busy portal asks (429, 503), three times."""
    client = OAuth2Session(
        CLIENT_ID,
        scope="openid profile email",
        redirect_uri=f"{OWN_URL}/callback",
        token_endpoint_auth_method="none",
        code_challenge_method="S256",
        **options,
    )
    # allowed_methods=None: a POST is repeated too. read=0: after no answer it is not, because Storyport may have taken the code.
    patience = Retry(
        total=None, connect=3, read=0, redirect=0, other=0, status=3,
        status_forcelist=[429, 503], allowed_methods=None, raise_on_status=False,
    )
    client.mount(PORTAL_URL, HTTPAdapter(max_retries=patience))
    return client


def ask(address):
    answer = new_client().get(address, withhold_token=True, timeout=10)
    answer.raise_for_status()
    return answer.json()


metadata = ask(f"{PORTAL_URL}/.well-known/openid-configuration")


def verify(token, claims_cls=None, **options):
    """Returns the claims of a token that the portal signed for this dashboard. The keys change, so they are asked for each time."""
    keys = JsonWebKey.import_key_set(ask(metadata["jwks_uri"]))
    expected = {
        "iss": {"essential": True, "value": metadata["issuer"]},
        "aud": {"essential": True, "value": CLIENT_ID},
        "exp": {"essential": True},
    }
    claims = jwt.decode(token, keys, claims_cls=claims_cls, claims_options=expected, claims_params=options)
    # The clocks of two machines differ a little.
    claims.validate(leeway=30)
    return claims


class Dashboard(BaseHTTPRequestHandler):
    ended_cookies = {}

    def do_GET(self):
        routes = {"/": self.home, "/login": self.log_in, "/callback": self.finish_login, "/logged-out": self.logged_out}
        self.run_route(routes.get(urlsplit(self.path).path))

    def do_POST(self):
        routes = {"/logout": self.log_out, "/backchannel-logout": self.take_notice}
        self.run_route(routes.get(urlsplit(self.path).path))

    def home(self):
        session = sessions.get(self.cookie("session"))
        if session is None:
            self.page('<p>You are not logged in.</p><a href="/login">Log in with Storyport</a>')
        else:
            button = '<form method="post" action="/logout"><button>Log out</button></form>'
            self.page(f"<p>You are {escape(session['name'])}.</p>{button}")

    def logged_out(self):
        self.page('<p>You are logged out.</p><a href="/login">Log in with Storyport</a>')

    def log_in(self):
        """What the login must match waits in a cookie, so that no other browser can finish the login."""
        begun = {"verifier": generate_token(48), "nonce": generate_token(32)}
        address, begun["state"] = new_client().create_authorization_url(
            metadata["authorization_endpoint"], code_verifier=begun["verifier"], nonce=begun["nonce"]
        )
        self.redirect(address, login="~".join([begun["verifier"], begun["nonce"], begun["state"]]))

    def finish_login(self):
        # The signs at the end make three parts, also without a cookie.
        verifier, nonce, state = (self.cookie("login") + "~~").split("~")[:3]
        answer = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        is_ours = state != "" and answer.get("state") == state and answer.get("iss") == metadata["issuer"]
        if not is_ours:
            return self.page("<p>This login began in another browser. Nothing was done with it.</p>", 400)
        # A login is finished once, whatever comes of it, so that no reload sends its code again.
        self.ended_cookies = {"login": "; Max-Age=0"}
        if "code" not in answer:
            return self.page('<p>The login did not finish.</p><a href="/login">Try again</a>', 400)
        client = new_client()
        tokens = client.fetch_token(
            metadata["token_endpoint"], code=answer["code"], code_verifier=verifier, timeout=10
        )
        claims = verify(tokens["id_token"], CodeIDToken, nonce=nonce, client_id=CLIENT_ID, access_token=tokens["access_token"])
        answered = client.get(metadata["userinfo_endpoint"], timeout=10)
        answered.raise_for_status()
        person = answered.json()
        if person.get("sub") != claims["sub"]:
            raise ValueError("userinfo is about another person")
        secret = secrets.token_urlsafe(32)
        # The name is there only if the school shares names with this dashboard.
        name = person.get("name", "a user without a shared name")
        sessions[secret] = {"login_id": claims["sid"], "id_token": tokens["id_token"], "name": name}
        self.redirect("/", session=secret)

    def log_out(self):
        """Logs out here and at Storyport, which leads back (RP-Initiated Logout). A POST, so that no other site's link can do it."""
        session = sessions.pop(self.cookie("session"), None)
        if session is None:
            return self.redirect("/")
        # The issuer of a conformance run has no login of its own to end.
        if "end_session_endpoint" not in metadata:
            return self.redirect("/logged-out")
        query = {"id_token_hint": session["id_token"], "post_logout_redirect_uri": f"{OWN_URL}/logged-out"}
        self.redirect(f"{metadata['end_session_endpoint']}?{urlencode(query)}")

    def take_notice(self):
        """Storyport calls this when the login ends there: by a logout, a lesson's bell, or a deactivation (Back-Channel Logout)."""
        body = self.rfile.read(max(0, min(int(self.headers.get("content-length", 0)), 16384))).decode()
        try:
            token = parse_qs(body)["logout_token"][0]
            claims = verify(token)
            is_logout = claims.header.get("typ") == "logout+jwt" and LOGOUT_EVENT in claims["events"]
            if not is_logout or "nonce" in claims:
                raise ValueError("this is no logout token")
            for secret, session in list(sessions.items()):
                if session["login_id"] == claims["sid"]:
                    sessions.pop(secret, None)
            self.answer(200)
        except Exception:
            self.answer(400)

    def run_route(self, route):
        if route is None:
            return self.answer(404)
        try:
            route()
        except Exception as error:
            print(repr(error), flush=True)
            self.page('<p>The login did not finish.</p><a href="/login">Try again</a>', 502)

    def cookie(self, name):
        found = SimpleCookie(self.headers.get("cookie", "")).get(name)
        return "" if found is None else found.value

    def page(self, content, status=200):
        text = f'<!doctype html><html lang="en"><title>Dashboard</title><h1>Dashboard</h1>{content}</html>'
        self.answer(status, text, {"content-type": "text/html; charset=utf-8"})

    def redirect(self, address, **cookies):
        self.answer(303, "", {"location": address}, cookies)

    def answer(self, status, text="", headers=None, cookies=None):
        body = text.encode()
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.send_header("cache-control", "no-store")
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        for name, value in {**self.ended_cookies, **(cookies or {})}.items():
            # Add Secure with https. Lax lets the way back from Storyport bring the cookie.
            self.send_header("set-cookie", f"{name}={value}; HttpOnly; SameSite=Lax; Path=/")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """The addresses of requests hold codes, which belong into no log."""


server = ThreadingHTTPServer(("127.0.0.1", PORT), Dashboard)
print(f"The dashboard is at {OWN_URL}/", flush=True)
server.serve_forever()
