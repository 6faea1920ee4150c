"""OpenStack Swift with its S3 interface as one process: Debian's python3-swift, as it is shipped, on loopback.

Usage: swift.fixture.py FOLDER ACCESS_KEY SECRET_KEY. Prints its port once it serves; ends with its standard input.
"""
import os
import pickle
import sys

import eventlet

eventlet.patcher.monkey_patch()

from eventlet import wsgi  # noqa: E402
from paste.deploy import loadapp  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.http_protocol import SwiftHttpProtocol  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402

folder, access_key, secret_key = sys.argv[1:]
device = "disk"
os.makedirs(os.path.join(folder, "devices", device), exist_ok=True)

with open(os.path.join(folder, "swift.conf"), "w") as file:
    file.write("[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = one\ndefault = yes\n")
utils.set_swift_dir(folder)

STORAGE = """
[DEFAULT]
devices = {folder}/devices
mount_check = false
swift_dir = {folder}
log_address = {folder}/no-log
[app:main]
use = egg:swift#{kind}
fallocate_reserve = 0
"""

PROXY = """
[DEFAULT]
swift_dir = {folder}
log_address = {folder}/no-log
[pipeline:main]
pipeline = catch_errors s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:s3api]
use = egg:swift#s3api
allow_no_owner = true
# A fiftieth of the usual, so that few objects make a list of several pages.
max_bucket_listing = 20
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""


class Cache:
    """What memcached does, for one process."""

    def __init__(self):
        self.values = {}

    def get(self, key, **_):
        return pickle.loads(self.values[key]) if key in self.values else None

    def set(self, key, value, **_):
        self.values[key] = pickle.dumps(value)

    def delete(self, key, **_):
        self.values.pop(key, None)


def app_of(name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return loadapp("config:" + path, name="main", global_conf={"__file__": path})


def serve(app):
    socket = eventlet.listen(("127.0.0.1", 0))
    # As Swift's own server does.
    options = {"protocol": SwiftHttpProtocol, "capitalize_response_headers": False}
    eventlet.spawn(wsgi.server, socket, app, utils.NullLogger(), **options)
    return socket.getsockname()[1]


for kind in ("account", "container", "object"):
    port = serve(app_of(kind + ".conf", STORAGE.format(folder=folder, kind=kind)))
    ring = RingBuilder(1, 1, 1)
    ring.add_dev({"id": 0, "region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": device, "weight": 1})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, kind + ".ring.gz"))

account, user = access_key.split(":")
proxy = app_of("proxy.conf", PROXY.format(folder=folder, account=account, user=user, secret=secret_key))
cache = Cache()


def with_cache(environ, start_response):
    environ["swift.cache"] = cache
    return proxy(environ, start_response)


print(serve(with_cache), flush=True)
eventlet.hubs.trampoline(sys.stdin, read=True)
