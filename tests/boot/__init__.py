"""The appliance on a real systemd: in containers, and in a virtual machine with a kernel of its own."""
